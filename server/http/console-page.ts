import { isLoopbackHost } from '../limits/client-address';

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
].join('; ');

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:') || isLoopbackHost(new URL(baseUrl).host);

export const htmlHeaders = (baseUrl: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': CSP,
  // Browsers ignore it without TLS, and log an error for each page.
  ...(isSecure(baseUrl) ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  ...(baseUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' } : {}),
});

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export function messagePage(title: string, text: string): string {
  const body = escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Switchboard</title>
<style>
body { display: grid; place-content: center; min-height: 90vh; margin: 0 24px; font: 15px/1.5 system-ui, sans-serif; background: light-dark(#fbfbf9, #0e1211); color: light-dark(#1a1c1a, #e7e9e7); }
h1 { margin: 0 0 8px; font-size: 20px; }
p { max-width: 480px; margin: 0; }
code { padding: 2px 5px; border-radius: 5px; background: light-dark(#f3f3f0, #202624); }
</style>
<main><h1>${escaped(title)}</h1><p>${body}</p></main>
</html>
`;
}
