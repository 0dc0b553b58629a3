import type { CompiledLink, RedirectTo } from './types';

const NO_STORE = 'private, no-store';
const MAX_AGE_MINUTE = 'private, max-age=60';
const HSTS = 'max-age=31536000; includeSubDomains';

const CACHEABLE = 2;
const INDEXABLE = 1;
export const PLAIN_REDIRECT = 0;

/** Browsers may cache only redirects that do not change by themselves. */
export function redirectKind({ status, indexable, extras }: CompiledLink): number {
  const isCacheable = (status === 301 || status === 308) && !canChange(extras);
  return (isCacheable ? CACHEABLE : 0) | (indexable ? INDEXABLE : 0);
}

const canChange = (extras: CompiledLink['extras']): boolean =>
  extras !== undefined &&
  (extras.targeting.length > 0 ||
    extras.passwordHash !== null ||
    extras.maxClicks !== null ||
    extras.startsAt !== null ||
    extras.expiresAt !== null);

/** Cloning is twice as fast as new headers. A referrer policy would hide the page’s referrer from the destination. */
export function createRedirectTo(isStrict: boolean): RedirectTo {
  const templates = new Map<number, { response: Response; headers: Headers }>();

  const createTemplate = (status: number, kind: number) => {
    const response = new Response(null, { status });
    const { headers } = response;
    headers.set('Cache-Control', (kind & CACHEABLE) === 0 ? NO_STORE : MAX_AGE_MINUTE);
    if ((kind & INDEXABLE) === 0) headers.set('X-Robots-Tag', 'noindex');
    if (isStrict) headers.set('Strict-Transport-Security', HSTS);
    return { response, headers };
  };

  return (url, status, kind, requestId) => {
    const key = status * 4 + kind;
    let template = templates.get(key);
    if (template === undefined) templates.set(key, (template = createTemplate(status, kind)));
    template.headers.set('Location', url);
    template.headers.set('X-Request-Id', requestId);
    return template.response.clone();
  };
}
