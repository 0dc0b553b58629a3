import { newId } from '../../../shared/ids';
import type { QrFormat } from '../../../shared/links/qr-inputs';
import { publicQr } from '../qr/render';
import { htmlPage, PAGE_CSP, PAGES, passwordForm, type PageCode, type PageContent, previewPage } from './pages';
import type { RedirectContext } from './redirect-context';
import { PLAIN_REDIRECT } from './redirect-to';
import { requestPath } from './request-url';
import type { CompiledLink, LinkHost } from './types';
import type { Visit } from './visit-details';

export interface Answers {
  page(request: Request, code: PageCode, options?: PageOptions): Response;
  passwordForm(request: Request, isWrong: boolean): Response;
  wait(request: Request, attempt: { retryAfterSeconds: number }): Response;
  notAllowed(request: Request): Response;
  unavailable(request: Request): Response;
  preview(visit: Visit, link: CompiledLink, requestId: string): Response;
  detour(host: LinkHost, url: string): Response;
  qr(request: Request, host: LinkHost, slugKey: string, format: QrFormat): Response;
  text(text: string): Response;
  empty(headers?: Record<string, string>): Response;
}

interface PageOptions extends PageContent {
  headers?: Record<string, string>;
  status?: number;
}

export function createAnswers({ counts, scheme }: Pick<RedirectContext, 'counts' | 'scheme'>): Answers {
  const page: Answers['page'] = (request, code, options = {}) => {
    counts.add(code);
    const { title, text, status } = PAGES[code];
    const requestId = newId('req');
    const headers = { ...SAFE_HEADERS, 'X-Request-Id': requestId, ...options.headers };
    if (!wantsJson(request)) {
      return html(htmlPage(title, text, options), options.status ?? status, headers);
    }
    const instance = requestPath(request.url).slice(0, MAX_INSTANCE);
    const problem = {
      type: 'about:blank',
      title: `${title}.`,
      status,
      detail: text,
      instance,
      code,
      request_id: requestId,
    };
    return new Response(JSON.stringify({ ...problem, retryable: status === 429 || status >= 500 }), {
      status,
      headers: { ...headers, 'Content-Type': 'application/problem+json' },
    });
  };

  return {
    page,
    passwordForm: (request, isWrong) =>
      isWrong
        ? page(request, 'link_password_wrong', passwordForm(true))
        : page(request, 'link_password_required', { ...passwordForm(false), status: 200 }),
    wait: (request, { retryAfterSeconds }) =>
      page(request, 'rate_limited', { headers: { 'Retry-After': String(retryAfterSeconds) } }),
    notAllowed: (request) => page(request, 'method_not_allowed', { headers: { Allow: ALLOW } }),
    unavailable: (request) => page(request, 'unavailable', { headers: { 'Retry-After': '1' } }),
    preview({ host, path }, link, requestId) {
      counts.add('preview');
      const text = previewPage(link, host.hostname, `${scheme}//${host.hostname}/${path}`);
      const { 'X-Robots-Tag': noindex, ...rest } = SAFE_HEADERS;
      const robots = link.indexable ? {} : { 'X-Robots-Tag': noindex };
      return html(text, 200, { ...rest, ...robots, 'X-Request-Id': requestId });
    },
    detour(host, url) {
      counts.add('detour');
      return host.redirectTo(url, 302, PLAIN_REDIRECT, newId('req'));
    },
    qr(request, host, slugKey, format) {
      counts.add('qr');
      const { headers, body } = publicQr(`${scheme}//${host.hostname}/${encodeURI(slugKey)}`, format);
      const all = { ...headers, ...SVG_HEADERS, 'X-Request-Id': newId('req') };
      const isKnown = request.headers.get('if-none-match') === headers['ETag'];
      if (isKnown) return new Response(null, { status: 304, headers: all });
      return new Response(typeof body === 'function' ? body() : body, { headers: all });
    },
    text(text) {
      counts.add('other');
      return new Response(text, { headers: { ...SAFE_HEADERS, 'Content-Type': 'text/plain; charset=utf-8' } });
    },
    empty(headers = {}) {
      counts.add('other');
      return new Response(null, { status: 204, headers: { ...headers, 'X-Request-Id': newId('req') } });
    },
  };
}

const MAX_INSTANCE = 500;

export const ALLOW = 'GET, HEAD, OPTIONS';

const SAFE_HEADERS = {
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
};

/** SVG may contain scripts, which must not run. */
const SVG_HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
};

const html = (text: string, status: number, headers: Record<string, string>): Response =>
  new Response(text, {
    status,
    headers: { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': PAGE_CSP, ...headers },
  });

function wantsJson({ headers }: Request): boolean {
  const accept = headers.get('accept') ?? '';
  return /\bjson\b/i.test(accept) && !/\btext\/html\b/i.test(accept);
}
