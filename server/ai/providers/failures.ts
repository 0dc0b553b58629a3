import type { DiscoveryFailure, FailureCode } from './provider';

const MAX_RETRY_AFTER_MS = 3_600_000;

/** What the operator can do about each failure. */
export const ADVICE: Record<FailureCode, string> = {
  provider_unreachable: 'Check `base_url`, that the provider runs, and that this machine may reach it.',
  provider_timeout: 'Check that the provider answers, or raise `timeout_ms`.',
  provider_auth_failed: 'Check the key: the provider refuses it.',
  provider_rate_limited: 'Nothing: it is asked again when the provider allows it.',
  provider_error: 'Look at the provider’s own log.',
  discovery_unsupported: 'List the models under `models` and set `discover` to false, or correct `base_url`.',
  not_json: 'Correct `base_url`: something else than the API answers there. It often ends with `/v1`.',
  response_too_large: 'Point `base_url` to a provider with a shorter list, or list the models under `models`.',
  redirect_refused: 'Put the address that it redirects to into `base_url`.',
};

/** What an HTTP status other than 200 means for discovery; undefined if the body is to be read. */
export function failureOfStatus(response: Response, url: string, now: number): DiscoveryFailure | undefined {
  const { status } = response;
  const failed = (code: FailureCode, detail: string, more: Partial<DiscoveryFailure> = {}): DiscoveryFailure => ({
    ok: false,
    code,
    detail,
    urlUsed: url,
    httpStatus: status,
    ...more,
  });

  if (status >= 200 && status < 300) return undefined;
  if (status >= 300 && status < 400) {
    const operatorDetail = `It redirects to ${originOf(response.headers.get('location'), url)}.`;
    return failed('redirect_refused', 'The provider answered with a redirect, which is not followed.', {
      operatorDetail,
    });
  }
  if (status === 401 || status === 403)
    return failed('provider_auth_failed', `The provider refused the key (${status}).`);
  if (status === 400 || status === 404 || status === 405 || status === 501) {
    return failed('discovery_unsupported', `The provider has no list of models (${status}).`);
  }
  if (status === 429) {
    const retryAfterMs = retryAfter(response.headers.get('retry-after'), now);
    return failed(
      'provider_rate_limited',
      'The provider limits requests (429).',
      retryAfterMs === null ? {} : { retryAfterMs },
    );
  }
  return failed('provider_error', `The provider answered ${status}.`);
}

/** `Retry-After` in seconds or as a date (RFC 9110 §10.2.3), in milliseconds and at most an hour. */
function retryAfter(header: string | null, now: number): number | null {
  const text = header?.trim() ?? '';
  const wait = /^\d{1,10}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(wait) && wait >= 0 ? Math.min(wait, MAX_RETRY_AFTER_MS) : null;
}

function originOf(location: string | null, base: string): string {
  if (location === null || !URL.canParse(location, base)) return 'nowhere';
  const { origin, protocol } = new URL(location, base);
  return origin === 'null' ? `an address of ${protocol}` : origin;
}
