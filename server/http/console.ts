import { Elysia } from 'elysia';

import type { Services } from '../call-context';
import { sha256Hex } from '../secrets/tokens';
import { findConsole, type Console, type ConsoleFile } from './console-files';
import { htmlHeaders, messagePage } from './console-page';
import { encodingFor } from './encodings';
import { isOwnHost } from './own-host';
import { notModified } from './rest/answer';
import { split } from './rest/handle';

const BASE = '/user/api';
const IMMUTABLE = 'public, max-age=31536000, immutable';

export function consoleRoutes(services: Services, folder?: string) {
  const { baseUrl } = services.config;
  const headers = htmlHeaders(baseUrl);
  const built = findConsole(folder);

  const handle = ({ request }: { request: Request }): Response => {
    // Bun drops the body of a HEAD response.
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response('Method not allowed\n', { status: 405, headers: { Allow: 'GET, HEAD' } });
    }
    if (!isOwnHost(baseUrl, request.headers.get('host'))) {
      return page(messagePage('Wrong address', `This console is at ${baseUrl}/user/api.`), 403);
    }
    const console = built();
    if (!console)
      return page(messagePage('The console is not built', 'Run `bun run build`, then reload this page.'), 503);

    const path = split(request.url).path.slice(BASE.length + 1);
    if (path.startsWith('assets/')) return sendAsset(request, console, path);
    const file = console.files.get(path);
    if (file) return sendNamed(request, file);
    return sendIndex(request, console, `/${path}`);
  };

  const page = (html: string, status: number): Response =>
    new Response(html, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });

  const sendIndex = (request: Request, console: Console, path: string): Response => {
    const html = console.page(path);
    const etag = `"${sha256Hex(html).slice(0, 32)}"`;
    const isPublic = /^\/(?:reference|docs)(?:\/|$)/.test(path);
    const all = {
      ...headers,
      'Cache-Control': 'no-cache',
      ETag: etag,
      ...(isPublic ? {} : { 'X-Robots-Tag': 'noindex' }),
    };
    if (notModified(request.headers.get('if-none-match'), etag))
      return new Response(null, { status: 304, headers: all });
    return new Response(html, { headers: all });
  };

  return new Elysia({ name: 'console' })
    .get('/', () => new Response(null, { status: 302, headers: { Location: BASE, 'Cache-Control': 'no-store' } }))
    .all(BASE, handle, { parse: 'none' })
    .all(`${BASE}/*`, handle, { parse: 'none' });
}

const common = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' };

/** A missing hashed file must not return HTML, which an old tab would load as a script. */
function sendAsset(request: Request, console: Console, path: string): Response {
  const file = console.files.get(path);
  if (!file)
    return new Response('Not found\n', {
      status: 404,
      headers: { ...common, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
    });

  const encoding = encodingFor(request, (name) => file.encoded[name] !== undefined);
  const bytes = (encoding && file.encoded[encoding]) ?? file.bytes;
  return new Response(bytes, {
    headers: {
      ...common,
      'Content-Type': file.type,
      'Cache-Control': IMMUTABLE,
      Vary: 'Accept-Encoding',
      ...(encoding ? { 'Content-Encoding': encoding } : {}),
    },
  });
}

function sendNamed(request: Request, file: ConsoleFile): Response {
  const etag = `"${file.hash}"`;
  const headers = { ...common, 'Content-Type': file.type, 'Cache-Control': 'no-cache', ETag: etag };
  if (notModified(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(file.bytes, { headers });
}
