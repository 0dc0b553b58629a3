import type { ApiError } from '../../../errors';
import type { JsonObject } from '../../../json-object';
import { providerMessage } from '../failure';
import type { EndpointForm } from '../form';

export const openAiFailure = (error: ApiError): JsonObject => ({
  message: error.message,
  type: 'server_error',
  code: error.code,
  param: null,
});

export function errorMember(json: JsonObject | undefined): string | undefined {
  if (json === undefined || json['error'] === undefined || json['error'] === null) return undefined;
  return providerMessage(json) ?? 'The provider reported an error.';
}

export const withoutStreams: Pick<EndpointForm, 'deliver' | 'failure' | 'failureOf' | 'generatedBytes' | 'isEnd'> = {
  generatedBytes: () => 0,
  failureOf: ({ json }) => errorMember(json),
  isEnd: () => false,
  deliver: () => 'unchanged',
  failure: (error) => ({ event: null, data: JSON.stringify({ error: openAiFailure(error) }) }),
};

/** Names that callers choose in the operator’s account, which all workspaces share: users, and parts of its cache. */
export const CALLERS_NAMES = ['user', 'safety_identifier', 'prompt_cache_key'] as const;

export function withPseudonyms(
  body: JsonObject,
  names: readonly string[],
  pseudonym: (user: string) => string,
): JsonObject {
  const replaced = names.flatMap((name) => {
    const user = body[name];
    return typeof user === 'string' ? [[name, pseudonym(user)] as const] : [];
  });
  return { ...body, ...Object.fromEntries(replaced) };
}
