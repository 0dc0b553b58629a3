import type { EndpointAuth } from '../../../../shared/automation/endpoint-auth';
import type { EndpointConfig } from '../../../../shared/automation/endpoint-config';
import { presetOf } from '../presets/presets';
import { cleanText } from './clean';

const ALWAYS = ['content-type', 'user-agent', 'idempotency-key', 'origin', 'accept-language'];
/** Headers with credentials stay hidden even when the configuration allows them. */
const SECRET =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie.*|.*(?:signature|token|secret|hmac|password|api-?key|auth).*)$/;
const MAX_CHARACTERS = 2000;

export function visibleHeaders(
  config: Pick<EndpointConfig, 'preset' | 'auth' | 'allowed_headers'>,
  headers: Headers,
): Record<string, string> {
  const credential = credentialHeader(config.auth);
  const names = new Set([
    ...ALWAYS,
    ...presetOf(config.preset).headers,
    ...headersOfScheme(config.auth),
    ...config.allowed_headers,
  ]);
  const seen: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value === null || name === credential || !isVisibleHeader(name)) continue;
    seen[name] = cleanText(value).slice(0, MAX_CHARACTERS);
  }
  return seen;
}

export const isVisibleHeader = (name: string): boolean => !SECRET.test(name);

function credentialHeader(auth: EndpointAuth): string | undefined {
  if (auth.mode === 'header') return auth.header;
  return auth.mode === 'signature' && auth.scheme === 'generic_hmac' ? auth.header : undefined;
}

function headersOfScheme(auth: EndpointAuth): string[] {
  if (auth.mode !== 'signature' || auth.scheme !== 'generic_hmac') return [];
  return [auth.id_header, auth.timestamp_header].filter((name) => name !== undefined);
}
