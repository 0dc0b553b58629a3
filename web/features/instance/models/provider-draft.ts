import {
  AiProviderConfig,
  DEFAULT_PROVIDER_TYPE,
  hasAddress,
  type AiProviderConfig as Config,
} from '../../../../shared/ai/providers';
import type { Inputs } from '../../../trpc';
import { isOtherHost, type Provider } from './provider-labels';

/** A stored secret is never shown: it can be kept, replaced or removed. */
export type SecretChoice = 'keep' | 'new' | 'none';

/** Field names are those of the API, so that its errors find their fields. */
export interface ProviderDraft {
  slug: string;
  name: string;
  type: Provider['type'];
  base_url: string;
  key_choice: SecretChoice;
  api_key: string;
  headers_choice: SecretChoice;
  /** `name: value` per line. */
  headers: string;
  enabled: boolean;
  discover: boolean;
  include: string;
  exclude: string;
  /** Empty for those of the type. */
  endpoints: string[];
  /** One id per line, or a whole entry as JSON. */
  models: string;
  timeout_ms: number | '';
  max_concurrency: number | '';
  workspaces: string[];
  location: '' | 'local' | 'cloud';
}

export const EMPTY_DRAFT: ProviderDraft = {
  slug: '',
  name: '',
  type: DEFAULT_PROVIDER_TYPE,
  base_url: '',
  key_choice: 'new',
  api_key: '',
  headers_choice: 'new',
  headers: '',
  enabled: true,
  discover: true,
  include: '',
  exclude: '',
  endpoints: [],
  models: '',
  timeout_ms: 2000,
  max_concurrency: 32,
  workspaces: [],
  location: '',
};

export const draftOf = (of: Provider): ProviderDraft => ({
  slug: of.slug,
  name: of.name === of.slug ? '' : of.name,
  type: of.type,
  base_url: of.base_url ?? '',
  key_choice: of.key_hint === null ? 'new' : 'keep',
  api_key: '',
  headers_choice: of.header_names.length === 0 ? 'new' : 'keep',
  headers: '',
  enabled: of.enabled,
  discover: of.discover,
  include: of.include.join('\n') === '*' ? '' : of.include.join('\n'),
  exclude: of.exclude.join('\n'),
  endpoints: of.own_endpoints ?? [],
  models: of.own_models.map(modelLine).join('\n'),
  timeout_ms: of.timeout_ms,
  max_concurrency: of.max_concurrency,
  workspaces: of.workspaces === '*' ? [] : of.workspaces,
  location: of.own_location ?? '',
});

const modelLine = (model: Config['models'][number]): string =>
  Object.keys(model).length === 1 ? model.id : JSON.stringify(model);

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What cannot be parsed stays text, which the schema refuses. */
function modelIn(line: string): unknown {
  if (!line.startsWith('{')) return { id: line };
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

const headersIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    linesOf(text).map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line, '\0'] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );

const plainOf = (draft: ProviderDraft) => ({
  slug: draft.slug.trim(),
  type: draft.type,
  enabled: draft.enabled,
  discover: draft.discover,
  include: draft.include.trim() === '' ? ['*'] : linesOf(draft.include),
  exclude: linesOf(draft.exclude),
  models: linesOf(draft.models).map(modelIn) as Config['models'],
  timeout_ms: draft.timeout_ms === '' ? 2000 : draft.timeout_ms,
  max_concurrency: draft.max_concurrency === '' ? 32 : draft.max_concurrency,
  workspaces: draft.workspaces.length === 0 ? ('*' as const) : draft.workspaces,
  ...(draft.endpoints.length === 0 ? {} : { endpoints: draft.endpoints as Config['endpoints'] }),
  ...(draft.name.trim() === '' ? {} : { name: draft.name.trim() }),
  ...(draft.base_url.trim() === '' ? {} : { base_url: draft.base_url.trim() }),
  ...(draft.location === '' ? {} : { location: draft.location }),
});

const typedSecrets = (draft: ProviderDraft) => ({
  ...(draft.key_choice === 'new' && draft.api_key !== '' ? { api_key: draft.api_key.trim() } : {}),
  ...(draft.headers_choice === 'new' && draft.headers.trim() !== '' ? { headers: headersIn(draft.headers) } : {}),
});

export const createInput = (draft: ProviderDraft): Inputs['models']['providers']['create'] => ({
  ...plainOf(draft),
  ...typedSecrets(draft),
});

/** A secret that is left out stays as it is. */
export const updateInput = (draft: ProviderDraft): Inputs['models']['providers']['update'] => ({
  ...plainOf(draft),
  ...(draft.key_choice === 'none' ? { api_key: null } : {}),
  ...(draft.headers_choice === 'none' ? { headers: {} } : {}),
  ...typedSecrets(draft),
});

const REQUIRED_AGAIN = 'The address leads elsewhere: give it again, or choose “None”.';

/** Errors by field: the server’s schema, and what depends on the stored provider. */
export function checkDraft(draft: ProviderDraft, of?: Provider): Record<string, string> {
  const errors: Record<string, string> = {};
  const validated = AiProviderConfig.safeParse({
    ...plainOf(draft),
    ...typedSecrets(draft),
  });
  for (const { path, message } of validated.error?.issues ?? []) {
    const [field = '', at] = path.map(String);
    const where = field === 'headers' && at ? `${at}: ` : path.length > 1 && field !== 'workspaces' ? lineOf(at) : '';
    errors[field] ??= where + (field === 'headers' && message.includes('ASCII') ? HEADER_VALUE : message);
  }
  if (draft.base_url.trim() === '' && hasAddress(draft.type)) errors['base_url'] = 'Is required.';
  if (of && isOtherHost(of.base_url, draft.base_url)) {
    if (draft.key_choice === 'keep') errors['api_key'] = REQUIRED_AGAIN;
    if (draft.headers_choice === 'keep') errors['headers'] = REQUIRED_AGAIN;
  }
  return errors;
}

const HEADER_VALUE = 'write it as name: value, in printable ASCII.';
const lineOf = (index: string | undefined): string => `Line ${Number(index) + 1}: `;
