import { KEY_RESOURCE_NAMES } from '../../../../shared/access/key-resources';
import type { KeyResources } from '../../../../shared/access/keys';
import { PRESETS, type PresetName } from '../../../../shared/access/presets';
import { expandScopes, type KeyKind, type Scope } from '../../../../shared/access/scopes';
import { DAY_MS, MINUTE_SECONDS } from '../../../../shared/durations';
import type { Inputs } from '../../../trpc';
import type { Operations, OperationSummary } from '../../../ui/code/operations';
import { t } from './texts';

type Expiry = '7' | '30' | '90' | '365' | 'date' | 'never';
export const expiries = (): { value: Expiry; label: string }[] => [
  { value: '7', label: t('days7') },
  { value: '30', label: t('days30') },
  { value: '90', label: t('days90') },
  { value: '365', label: t('year') },
  { value: 'date', label: t('onDay') },
  { value: 'never', label: t('never') },
];

/** Field names are those of the API, so that its errors find their fields. */
export interface KeyDraft {
  kind: KeyKind;
  name: string;
  expiry: Expiry;
  /** `YYYY-MM-DD`, for the expiry on a day. */
  expires_at: string;
  full_access: boolean;
  scopes: Scope[];
  allowed_origins: string[];
  allowed_cidrs: string[];
  /** Ids of named objects. */
  resources: Record<keyof KeyResources, string[]>;
  browser_use: boolean;
  rate_limit: {
    /** Empty for the default. */
    requests: number | '';
    window_seconds: number;
  };
}

export function draftOf(preset: PresetName): KeyDraft {
  const { kind, scopes, name } = PRESETS[preset];
  return {
    kind,
    name: preset === 'first_steps' ? name : '',
    expiry: preset === 'first_steps' ? '30' : '90',
    expires_at: '',
    full_access: preset === 'full',
    scopes: [...scopes],
    allowed_origins: [],
    allowed_cidrs: [],
    resources: resourceLists({}),
    browser_use: false,
    rate_limit: { requests: '', window_seconds: MINUTE_SECONDS },
  };
}

export const resourceLists = (resources: KeyResources): KeyDraft['resources'] =>
  Object.fromEntries(KEY_RESOURCE_NAMES.map((name) => [name, resources[name] ?? []])) as KeyDraft['resources'];

export const resourcesOf = ({ resources }: Pick<KeyDraft, 'resources'>): KeyResources =>
  Object.fromEntries(Object.entries(resources).filter(([, ids]) => ids.length > 0));

export const rateLimitOf = ({ rate_limit: { requests, window_seconds: window } }: Pick<KeyDraft, 'rate_limit'>) =>
  requests === '' ? null : { requests, window_seconds: window };

/** The end of the chosen day in the browser’s time zone, or a number of days from now. */
export function expiryOf(
  { expiry, expires_at: day }: Pick<KeyDraft, 'expiry' | 'expires_at'>,
  now = Date.now(),
): string | null {
  if (expiry === 'never') return null;
  if (expiry === 'date') return day === '' ? null : new Date(`${day}T23:59:59`).toISOString();
  return new Date(now + Number(expiry) * DAY_MS).toISOString();
}

/** The draft as the API takes it; a duration counts from `now`. */
export function inputOf(draft: KeyDraft, now = Date.now()): Inputs['keys']['create'] {
  const { allowed_origins: origins, allowed_cidrs: networks } = draft;
  const resources = resourcesOf(draft);
  const rateLimit = rateLimitOf(draft);
  const input = {
    kind: draft.kind,
    name: draft.name.trim(),
    expires_at: expiryOf(draft, now),
    ...(draft.kind === 'ak' && draft.full_access ? { full_access: true } : { scopes: draft.scopes }),
    ...(origins.length > 0 || draft.kind === 'pk' ? { allowed_origins: origins } : {}),
    ...(networks.length > 0 ? { allowed_cidrs: networks } : {}),
    ...(Object.keys(resources).length > 0 ? { resources } : {}),
    ...(draft.browser_use && draft.kind !== 'pk' ? { browser_use: true } : {}),
    ...(rateLimit === null ? {} : { rate_limit: rateLimit }),
  };
  return input as Inputs['keys']['create'];
}

export function checkDraft(draft: KeyDraft): Partial<Record<keyof KeyDraft, string>> {
  return {
    ...(draft.name.trim() === '' ? { name: t('nameMissing') } : {}),
    ...(draft.expiry === 'date' && draft.expires_at === '' ? { expires_at: t('dayMissing') } : {}),
    ...(!draft.full_access && draft.scopes.length === 0 ? { scopes: t('scopeMissing') } : {}),
    ...(draft.kind === 'pk' && draft.allowed_origins.length === 0 ? { allowed_origins: t('originMissing') } : {}),
  };
}

interface Access {
  scopes: readonly Scope[];
  full_access: boolean;
}

/** The operations that a key with this access may call, in groups by their tag. */
export function allowedOperations(operations: Operations, { scopes, full_access: isFull }: Access) {
  const held = expandScopes(scopes);
  const covered = Object.entries(operations).filter(
    ([, { scopes: needed }]) => isFull || needed.every((scope) => held.has(scope as Scope)),
  );
  const groups = new Map<string, { id: string; operation: OperationSummary }[]>();
  for (const [id, operation] of covered) {
    groups.set(operation.tag, [...(groups.get(operation.tag) ?? []), { id, operation }]);
  }
  return { count: covered.length, writes: covered.filter(([, { writes }]) => writes).length, groups: [...groups] };
}

/** The call that proves a key: the list of models, or the key itself for keys that may not read models. */
export const firstCallOf = ({ scopes, full_access: isFull }: Access) => ({
  method: 'GET',
  path: isFull || expandScopes(scopes).has('models:read') ? '/models' : '/me',
});
