import type { ApiError } from '../../../errors';
import { providerMessage } from '../failure';
import type { EndpointForm, JsonRecord } from '../form';

/** OpenAI’s form of a failure after the beginning of a stream. */
export const openAiFailure = (error: ApiError): JsonRecord => ({
  message: error.message,
  type: 'server_error',
  code: error.code,
  param: null,
});

/** The message of an `error` member. */
export function errorMember(json: JsonRecord | undefined): string | undefined {
  if (json === undefined || json['error'] === undefined || json['error'] === null) return undefined;
  return providerMessage(json) ?? 'The provider reported an error.';
}

/** Of endpoints that answer at once. */
export const withoutStreams: Pick<EndpointForm, 'deliver' | 'failure' | 'failureOf' | 'generatedBytes' | 'isEnd'> = {
  generatedBytes: () => 0,
  failureOf: ({ json }) => errorMember(json),
  isEnd: () => false,
  deliver: () => 'unchanged',
  failure: (error) => ({ event: null, data: JSON.stringify({ error: openAiFailure(error) }) }),
};

/** What callers name in the account of the operator, which all workspaces share: their users, and parts of its cache. */
export const CALLERS_NAMES = ['user', 'safety_identifier', 'prompt_cache_key'] as const;

/** A request with names of the caller’s users replaced. */
export function withPseudonyms(
  body: JsonRecord,
  names: readonly string[],
  pseudonym: (user: string) => string,
): JsonRecord {
  const replaced = names.flatMap((name) => {
    const user = body[name];
    return typeof user === 'string' ? [[name, pseudonym(user)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(replaced) };
}
