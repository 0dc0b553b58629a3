import type { CompiledLink } from './types';

const NEVER = 'private, no-store';
const A_MINUTE = 'private, max-age=60';
const HSTS = 'max-age=31536000; includeSubDomains';

/** `requestId` has the characters of the click’s id, so that every answer names its click. */
export type RedirectTo = (url: string, status: number, kind: number, requestId: string) => Response;

const MAY_KEEP = 2;
const INDEXABLE = 1;
export const PLAIN = 0;

/** Which headers a link’s answer carries. Browsers may keep only what will not change by itself. */
export function kindOf({ status, indexable, extras }: CompiledLink): number {
  const mayKeep = (status === 301 || status === 308) && !varies(extras);
  return (mayKeep ? MAY_KEEP : 0) | (indexable ? INDEXABLE : 0);
}

const varies = (extras: CompiledLink['extras']): boolean =>
  extras !== undefined &&
  (extras.targeting.length > 0 ||
    extras.passwordHash !== null ||
    extras.maxClicks !== null ||
    extras.startsAt !== null ||
    extras.expiresAt !== null);

/**
 * Redirect responses are cloned from a template, at half the cost of new headers. Without a referrer policy, since that
 * would hide the page’s referrer from the destination.
 */
export function createRedirectTo(isStrict: boolean): RedirectTo {
  const samples = new Map<number, { response: Response; headers: Headers }>();

  const sampleOf = (status: number, kind: number) => {
    const response = new Response(null, { status });
    const { headers } = response;
    headers.set('Cache-Control', (kind & MAY_KEEP) === 0 ? NEVER : A_MINUTE);
    if ((kind & INDEXABLE) === 0) headers.set('X-Robots-Tag', 'noindex');
    if (isStrict) headers.set('Strict-Transport-Security', HSTS);
    return { response, headers };
  };

  return (url, status, kind, requestId) => {
    const key = status * 4 + kind;
    let sample = samples.get(key);
    if (sample === undefined) samples.set(key, (sample = sampleOf(status, kind)));
    sample.headers.set('Location', url);
    sample.headers.set('X-Request-Id', requestId);
    return sample.response.clone();
  };
}
