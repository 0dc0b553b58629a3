import { createHmac, hkdfSync } from 'node:crypto';

import { DAY_MS } from '../../../shared/durations';
import { areSameBytes } from '../../secrets/constant-time';
import { base62Token } from '../../secrets/tokens';
import type { AccessRequest } from '../context';
import { cookieName, cookieValue } from '../guard/session';
import type { UserRow } from '../system/accounts';
import { cookieText } from './cookies';

const LIFE_MS = 365 * DAY_MS;

interface Device {
  userId: string;
  nonce: string;
  passwordChangedAt: number;
}

type DeviceContext = Pick<AccessRequest, 'config' | 'secretKey' | 'now' | 'origin'>;

/** Valid until the password changes. */
export function deviceCookie(ctx: DeviceContext, user: UserRow): string {
  const content = [user.id, base62Token(16), ctx.now().getTime(), changedAt(user)].join('.');
  const value = `${content}.${sign(ctx.secretKey, content).toString('base64url')}`;
  return cookieText(ctx.config.baseUrl, deviceCookieName(ctx.config.baseUrl), value, LIFE_MS / 1000);
}

export function readDevice(ctx: DeviceContext): Device | undefined {
  const value = cookieValue(ctx.origin.headers.get('cookie'), deviceCookieName(ctx.config.baseUrl));
  if (value === undefined || value.length > 256) return undefined;

  const end = value.lastIndexOf('.');
  const content = value.slice(0, Math.max(end, 0));
  const given = Buffer.from(value.slice(end + 1), 'base64url');
  if (!areSameBytes(given, sign(ctx.secretKey, content))) return undefined;

  const [userId = '', nonce = '', issuedAt = '', passwordChangedAt = ''] = content.split('.');
  if (Number(issuedAt) + LIFE_MS < ctx.now().getTime()) return undefined;
  return { userId, nonce, passwordChangedAt: Number(passwordChangedAt) };
}

export const isDeviceOf = (device: Device | undefined, user: UserRow | undefined): device is Device =>
  device !== undefined && device.userId === user?.id && device.passwordChangedAt === changedAt(user);

const changedAt = (user: UserRow): number => user.passwordChangedAt?.getTime() ?? 0;

const deviceCookieName = (baseUrl: string): string => cookieName(baseUrl, 'device');

function sign(secretKey: Uint8Array, content: string): Buffer {
  const key = new Uint8Array(hkdfSync('sha256', secretKey, '', 'switchboard|device-cookie', 32));
  return createHmac('sha256', key).update(content).digest();
}
