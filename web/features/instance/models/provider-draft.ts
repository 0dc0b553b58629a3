import {
  AiProviderConfig,
  DEFAULT_PROVIDER_TYPE,
  hasAddress,
  type AiProviderConfig as Config,
} from '../../../../shared/ai/providers';
import { issueText } from '../../../i18n/labels';
import type { Inputs } from '../../../trpc';
import { isOtherHost, type Provider } from './provider-labels';
import { t } from './texts';

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
  /** Each as `name: value`. */
  headers: string[];
  enabled: boolean;
  discover: boolean;
  include: string[];
  exclude: string[];
  /** Empty for those of the type. */
  endpoints: string[];
  /** Ids, or whole entries as JSON. */
  models: string[];
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
  headers: [],
  enabled: true,
  discover: true,
  include: [],
  exclude: [],
  endpoints: [],
  models: [],
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
  headers: [],
  enabled: of.enabled,
  discover: of.discover,
  include: of.include.join() === '*' ? [] : of.include,
  exclude: of.exclude,
  endpoints: of.own_endpoints ?? [],
  models: of.own_models.map(modelLine),
  timeout_ms: of.timeout_ms,
  max_concurrency: of.max_concurrency,
  workspaces: of.workspaces === '*' ? [] : of.workspaces,
  location: of.own_location ?? '',
});

const modelLine = (model: Config['models'][number]): string =>
  Object.keys(model).length === 1 ? model.id : JSON.stringify(model);

/** What cannot be parsed stays text, which the schema refuses. */
function modelIn(line: string): unknown {
  if (!line.startsWith('{')) return { id: line };
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

const headersIn = (entries: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    entries.map((line) => {
      const at = line.indexOf(':');
      return at < 0 ? [line, '\0'] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
    }),
  );

const plainOf = (draft: ProviderDraft) => ({
  slug: draft.slug.trim(),
  type: draft.type,
  enabled: draft.enabled,
  discover: draft.discover,
  include: draft.include.length === 0 ? ['*'] : draft.include,
  exclude: draft.exclude,
  models: draft.models.map(modelIn) as Config['models'],
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
  ...(draft.headers_choice === 'new' && draft.headers.length > 0 ? { headers: headersIn(draft.headers) } : {}),
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

const LISTS = ['include', 'exclude', 'models'] as const;
const isList = (field: string): field is (typeof LISTS)[number] => (LISTS as readonly string[]).includes(field);

/** Errors by field: the server’s schema, and what depends on the stored provider. */
export function checkDraft(draft: ProviderDraft, of?: Provider): Record<string, string> {
  const errors: Record<string, string> = {};
  const validated = AiProviderConfig.safeParse({
    ...plainOf(draft),
    ...typedSecrets(draft),
  });
  for (const { path, message } of validated.error?.issues ?? []) {
    const [field = '', at] = path.map(String);
    const text = field === 'headers' && message.includes('ASCII') ? t('headerValue') : issueText(message);
    if (field === 'headers' && at) errors[field] ??= t('atEntry', { name: at, message: text });
    else if (path.length > 1 && field !== 'workspaces') {
      const entry = isList(field) ? draft[field][Number(at)] : undefined;
      errors[field] ??= entry === undefined ? text : t('atEntry', { name: entry, message: text });
    } else errors[field] ??= text;
  }
  if (draft.base_url.trim() === '' && hasAddress(draft.type)) errors['base_url'] = t('baseUrlMissing');
  if (of && isOtherHost(of.base_url, draft.base_url)) {
    if (draft.key_choice === 'keep') errors['api_key'] = t('secretAgain');
    if (draft.headers_choice === 'keep') errors['headers'] = t('secretAgain');
  }
  return errors;
}
