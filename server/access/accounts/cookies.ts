import type { AccessRequest } from '../context';

/** `Secure` only with https: Safari drops such cookies on plain-http loopback. */
export function cookieText(baseUrl: string, name: string, value: string, maxAgeSeconds: number): string {
  const secure = new URL(baseUrl).protocol === 'https:' ? '; Secure' : '';
  return `${name}=${value}; Path=/${secure}; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}`;
}

export function sendCookie(ctx: Pick<AccessRequest, 'reply'>, text: string): void {
  (ctx.reply.cookies ??= []).push(text);
}
