import { isIP, isIPv4 } from 'node:net';

import { isCidr } from '../../shared/networks';

const HOST_NAME = /^[a-z0-9_](?:[a-z0-9_.-]{0,251}[a-z0-9_])?$/i;

/** A single address must be written as a network. */
export const isAllowedTarget = (entry: string): boolean =>
  isCidr(entry) || (HOST_NAME.test(entry) && isIP(entry) === 0);

export function isNameServer(entry: string): boolean {
  if (isIP(entry) > 0) return true;
  const [, v6, v4, port = ''] = /^(?:\[([^\]]+)\]|([\d.]+)):(\d{1,5})$/.exec(entry) ?? [];
  return (isIPv4(v4 ?? '') || isIP(v6 ?? '') === 6) && Number(port) > 0 && Number(port) < 65_536;
}

export function isProxyUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '' && url.hash === '';
}

const WEB_VERSION = /^\d{1,3}\.\d{1,6}\.\d{1,12}$/;
export const isWhatsAppVersion = (text: string): boolean => WEB_VERSION.test(text);

/** A test server on this machine: no real account may be connected to another one. */
export const isLoopbackUrl = (text: string, protocol: RegExp): boolean => {
  const url = URL.parse(text);
  return url !== null && protocol.test(url.protocol) && /^(?:127\.\d+\.\d+\.\d+|\[::1\])$/.test(url.hostname);
};

export const isLinkHost = (entry: string): boolean => HOST_NAME.test(entry) && isIP(entry) === 0;

/** Other URLs would be taken for a path. */
export function isDatabaseUrl(text: string): boolean {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(text)) return true;
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text);
}
