import { parseUA } from 'ua-parser-modern';

import type { Browser, Device, OperatingSystem } from '../../../../shared/links/clicks';
import { createMemory } from '../memory';

export interface Machine {
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

const machines = createMemory<Machine>();
const named = <T>(names: readonly [string, T][], name = ''): T | undefined =>
  names.find(([start]) => name.startsWith(start))?.[1];

export const machineOf = (userAgent: string): Machine =>
  machines.get(userAgent) ?? machines.set(userAgent, parse(userAgent));

function parse(userAgent: string): Machine {
  const { browser, device, os } = parseUA(userAgent);
  const system = named(OPERATING_SYSTEMS, os.name);
  const isDesktop = system !== undefined && system !== 'iOS' && system !== 'Android';
  return {
    // The parser reports no type for desktops.
    device: DEVICES[device.type ?? ''] ?? (device.type === undefined && isDesktop ? 'desktop' : 'other'),
    os: system ?? 'other',
    browser: named(BROWSERS, browser.name) ?? 'other',
  };
}
