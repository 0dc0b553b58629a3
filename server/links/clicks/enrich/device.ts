import { parseUA } from 'ua-parser-modern';

import type { Browser, Device, OperatingSystem } from '../../../../shared/links/clicks';
import { createTwoGenerationCache } from '../two-generation-cache';

export interface VisitorDevice {
  device: Device;
  os: OperatingSystem;
  browser: Browser;
}

/** Prefixes of names by ua-parser-modern, longest first. */
const OPERATING_SYSTEMS: [string, OperatingSystem][] = [
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['macOS', 'macOS'],
  ['iOS', 'iOS'],
  ['Android', 'Android'],
  ['HarmonyOS', 'Android'],
  ['Chromium OS', 'ChromeOS'],
  ['Chrome OS', 'ChromeOS'],
  ...['Linux', 'Ubuntu', 'Debian', 'Fedora', 'Mint', 'Arch', 'CentOS', 'SUSE', 'Gentoo', 'Red Hat', 'Manjaro'].map(
    (name): [string, OperatingSystem] => [name, 'Linux'],
  ),
];
const BROWSERS: [string, Browser][] = [
  ['Samsung', 'Samsung Internet'],
  ['Edge', 'Edge'],
  ['Opera', 'Opera'],
  ['Brave', 'Brave'],
  ['Firefox', 'Firefox'],
  ['Mobile Firefox', 'Firefox'],
  ['Mobile Safari', 'Safari'],
  ['Safari', 'Safari'],
  ['Chrome', 'Chrome'],
  ['Mobile Chrome', 'Chrome'],
  ['Chromium', 'Chrome'],
  ['Headless Chrome', 'Chrome'],
];
const DEVICES: Record<string, Device> = { mobile: 'mobile', tablet: 'tablet', smarttv: 'tv' };

const deviceCache = createTwoGenerationCache<VisitorDevice>();
const findByPrefix = <T>(names: readonly [string, T][], name = ''): T | undefined =>
  names.find(([start]) => name.startsWith(start))?.[1];

export const visitorDeviceOf = (userAgent: string): VisitorDevice =>
  deviceCache.get(userAgent) ?? deviceCache.set(userAgent, parse(userAgent));

function parse(userAgent: string): VisitorDevice {
  const { browser, device, os } = parseUA(userAgent);
  const system = findByPrefix(OPERATING_SYSTEMS, os.name);
  const isDesktop = system !== undefined && system !== 'iOS' && system !== 'Android';
  return {
    // The parser reports no type for desktops.
    device: DEVICES[device.type ?? ''] ?? (device.type === undefined && isDesktop ? 'desktop' : 'other'),
    os: system ?? 'other',
    browser: findByPrefix(BROWSERS, browser.name) ?? 'other',
  };
}
