import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';

import type { Config } from '../../config/config';
import { type ApiError, fieldError } from '../../errors';
import { isLoopbackHost } from '../../limits/client-address';

const NAME = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;

type HostConfig = Pick<Config, 'baseUrl' | 'linksBaseUrl' | 'linkDomainsTrusted'>;

/** Returns lower-case punycode, as stored. Throws 422 `unprocessable`. */
export function requireHostname(config: HostConfig, text: string): string {
  const [, given = '', port] = /^(.*?)\.?(?::(\d{1,5}))?$/s.exec(text.trim().toLowerCase()) ?? [];
  // Rejects what the URL parser would read as the start of a path, a port or a user.
  const name = /^[a-z0-9.\-\u0080-\u{10ffff}]+$/u.test(given) ? domainToASCII(given) : '';
  if (!NAME.test(name) || isIP(name) > 0 || /^\d+$/.test(name.split('.').at(-1) ?? '')) {
    throw refused('invalid_hostname', 'Must be a host name such as go.example.com, without scheme and path.');
  }
  if (port !== undefined && (!isLocal(config) || Number(port) < 1 || Number(port) > 65_535)) {
    throw refused('invalid_hostname', 'Must have no port.');
  }

  const host = port === undefined ? name : `${name}:${port}`;
  const own = [config.baseUrl, config.linksBaseUrl].map((url) => new URL(url).hostname);
  if (own.includes(name) || name === 'localhost') {
    throw refused('reserved_hostname', 'Must not be the address of this installation.');
  }
  if (!name.includes('.') && !isTrusted(config, host)) {
    throw refused(
      'invalid_hostname',
      'Must contain a dot. The operator can allow short names of an internal network with `LINK_DOMAINS_TRUSTED`.',
    );
  }
  return host;
}

/** Trusted hosts need no proof: those that the operator configured, and local names on a loopback installation. */
export const isTrusted = (config: HostConfig, host: string): boolean =>
  config.linkDomainsTrusted.includes(host) || (isLocal(config) && /\.localhost(?::\d+)?$/.test(host));

const isLocal = ({ baseUrl }: Pick<Config, 'baseUrl'>): boolean => isLoopbackHost(new URL(baseUrl).host);

const refused = (code: string, message: string): ApiError => fieldError('unprocessable', '/hostname', code, message);
