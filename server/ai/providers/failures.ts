import { HOUR_MS } from '../../../shared/durations';
import type { DiscoveryFailure, FailureCode } from './provider';

const MAX_RETRY_AFTER_MS = HOUR_MS;

export const ADVICE: Record<FailureCode, string> = {
  provider_unreachable: 'Check `base_url`, whether the provider is running, and whether this server can reach it.',
  provider_timeout: 'Check whether the provider responds, or raise `timeout_ms`.',
  provider_auth_failed: 'Check the API key: the provider rejects it.',
  provider_rate_limited: 'Wait. The provider is asked again when its rate limit allows it.',
  provider_error: 'Check the log of the provider.',
  discovery_unsupported: 'Add the models to `models` and set `discover` to false, or correct `base_url`.',
  not_json: 'Correct `base_url`: the response is not from the API of a provider. It often ends with `/v1`.',
  response_too_large: 'Set `base_url` to a provider with a shorter list, or add the models to `models`.',
  redirect_refused: 'Set `base_url` to the address of the redirect.',
};

/** Undefined if the body is to be read. */
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
    return failed('redirect_refused', 'The provider returned a redirect, which is not followed.', {
      operatorDetail,
    });
  }
  if (status === 401 || status === 403)
    return failed('provider_auth_failed', `The provider rejected the API key (${status}).`);
  if (status === 400 || status === 404 || status === 405 || status === 501) {
    return failed('discovery_unsupported', `The provider does not have a list of models (${status}).`);
  }
  if (status === 429) {
    const retryAfterMs = retryAfter(response.headers.get('retry-after'), now);
    return failed(
      'provider_rate_limited',
      'The provider limits the request rate (429).',
      retryAfterMs === null ? {} : { retryAfterMs },
    );
  }
  return failed('provider_error', `The provider returned status ${status}.`);
}

/** In milliseconds, at most an hour. Accepts seconds and dates (RFC 9110 section 10.2.3). */
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
