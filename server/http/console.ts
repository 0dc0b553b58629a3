import { Elysia } from 'elysia';

import { findLogo, readBranding, type ShownBranding } from '../access';
import type { Services } from '../call-context';
import { within } from '../deadline';
import { sha256Hex } from '../secrets/tokens';
import { brandedPage } from './console-branding';
import { findConsole, type Console, type ConsoleFile } from './console-files';
import { htmlHeaders, messagePage } from './console-page';
import { encodingFor } from './encodings';
import { isOwnHost } from './own-host';
import { notModified } from './rest/answer';
import { split } from './rest/handle';

const BASE = '/user/api';
/** A page waits no longer for its name and its logo. */
const BRANDING_MS = 1000;
const IMMUTABLE = 'public, max-age=31536000, immutable';

export function consoleRoutes(services: Services, folder?: string) {
  const { baseUrl } = services.config;
  const headers = htmlHeaders(baseUrl);
  const built = findConsole(folder);

  const branding = brandingOf(services);

  const handle = async ({ request }: { request: Request }): Promise<Response> => {
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
    if (path.startsWith('brand/')) return sendLogo(services, request, path.slice('brand/'.length));
    const file = console.files.get(path);
    if (file) return sendNamed(request, file);
    return sendIndex(request, console, `/${path}`);
  };

  const page = (html: string, status: number): Response =>
    new Response(html, { status, headers: { ...headers, 'Cache-Control': 'no-store' } });

  const sendIndex = async (request: Request, console: Console, path: string): Promise<Response> => {
    const html = brandedPage(console.page(path), await branding());
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

/** As it was read last, while the database does not answer: the console loads without it. */
function brandingOf({ store }: Services): () => Promise<ShownBranding> {
  let last: ShownBranding = { name: null, accent: null, logoType: null, logoHash: null };
  return async () => {
    try {
      last = await within(readBranding(store), BRANDING_MS, () => new Error('The database did not answer in time.'));
    } catch {
      // The console itself says what fails.
    }
    return last;
  };
}

/** Opened by itself, an SVG is a page: it runs nothing and loads nothing. */
const LOGO_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

async function sendLogo({ store }: Services, request: Request, hash: string): Promise<Response> {
  const logo = await findLogo(store, hash);
  if (!logo) {
    const headers = { ...common, 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
    return new Response('Not found\n', { status: 404, headers });
  }
  const etag = `"${hash.slice(0, 32)}"`;
  const headers = {
    ...common,
    'Content-Security-Policy': LOGO_CSP,
    'Content-Type': logo.type,
    'Cache-Control': IMMUTABLE,
    ETag: etag,
  };
  if (notModified(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(logo.bytes, { headers });
}

function sendNamed(request: Request, file: ConsoleFile): Response {
  const etag = `"${file.hash}"`;
  const headers = { ...common, 'Content-Type': file.type, 'Cache-Control': 'no-cache', ETag: etag };
  if (notModified(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  return new Response(file.bytes, { headers });
}
