import type { EndpointAuth } from '../../../shared/automation/endpoint-auth';
import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import { cleanText } from './parse/clean';
import { presetOf } from './presets';

/** Seen whatever the sender is. */
const ALWAYS = ['content-type', 'user-agent', 'idempotency-key', 'origin', 'accept-language'];
/** Names of headers that hold credentials, whoever allowed them. */
const SECRET =
  /^(?:(?:proxy-)?authorization|(?:set-)?cookie.*|.*(?:signature|token|secret|hmac|password|api-?key|auth).*)$/;
const MOST_CHARACTERS = 2000;

/** Headers that mappings and the log see, in lower case. */
export function visibleHeaders(
  config: Pick<EndpointConfig, 'preset' | 'auth' | 'header_allow'>,
  headers: Headers,
): Record<string, string> {
  const credential = credentialHeader(config.auth);
  const names = new Set([
    ...ALWAYS,
    ...presetOf(config.preset).headers,
    ...headersOfScheme(config.auth),
    ...config.header_allow,
  ]);
  const seen: Record<string, string> = {};
  for (const name of names) {
    const value = headers.get(name);
    if (value === null || name === credential || !isVisible(name)) continue;
    seen[name] = cleanText(value).slice(0, MOST_CHARACTERS);
  }
  return seen;
}

/** Whether a header may be seen at all. */
export const isVisible = (name: string): boolean => !SECRET.test(name);

/** The header that holds what only the sender knows, where the endpoint names it. */
function credentialHeader(auth: EndpointAuth): string | undefined {
  if (auth.mode === 'header') return auth.header;
  return auth.mode === 'signature' && auth.scheme === 'generic_hmac' ? auth.header : undefined;
}

/** What a sender tells of a delivery besides its signature. */
function headersOfScheme(auth: EndpointAuth): string[] {
  if (auth.mode !== 'signature' || auth.scheme !== 'generic_hmac') return [];
  return [auth.id_header, auth.timestamp_header].filter((name) => name !== undefined);
}
