import type { Inputs } from '../../../trpc';
import type { ConflictField } from '../../../ui/form/edit-conflict';
import type { Key } from '../labels';
import { expiryOf, rateLimitOf, resourceLists, resourcesOf, type KeyDraft } from './draft';
import { t } from './texts';

export const draftOfKey = (key: Key): KeyDraft => ({
  kind: key.kind,
  name: key.name,
  expiry: key.expires_at === null ? 'never' : 'date',
  expires_at: key.expires_at === null ? '' : dayOf(key.expires_at),
  full_access: key.full_access,
  scopes: key.scopes,
  allowed_origins: key.allowed_origins,
  allowed_cidrs: key.allowed_cidrs,
  browser_use: key.browser_use,
  resources: resourceLists(key.resources),
  rate_limit: key.rate_limit ?? { requests: '', window_seconds: 60 },
});

/** The day here, as a date field has it. */
const dayOf = (time: string): string => new Date(time).toLocaleDateString('sv');

/** The API removes a restriction with null. */
const noneAsNull = <T extends object>(value: T): T | null => (Object.keys(value).length > 0 ? value : null);

/** What makes the draft of the key: only what differs is sent. */
export function changesOf(key: Key, draft: KeyDraft): Inputs['keys']['update'] {
  const old = draftOfKey(key);
  const is = (...names: (keyof KeyDraft)[]) =>
    names.some((name) => JSON.stringify(old[name]) !== JSON.stringify(draft[name]));
  return {
    key_id: key.id,
    ...(is('name') ? { name: draft.name.trim() } : {}),
    ...(is('expiry', 'expires_at') ? { expires_at: expiryOf(draft) } : {}),
    ...(is('full_access') ? { full_access: draft.full_access } : {}),
    ...(is('scopes') && !draft.full_access ? { scopes: draft.scopes } : {}),
    ...(is('allowed_origins') ? { allowed_origins: draft.allowed_origins } : {}),
    ...(is('allowed_cidrs') ? { allowed_cidrs: draft.allowed_cidrs } : {}),
    ...(is('browser_use') ? { browser_use: draft.browser_use } : {}),
    ...(is('rate_limit') ? { rate_limit: rateLimitOf(draft) } : {}),
    ...(is('resources') ? { resources: noneAsNull(resourcesOf(draft)) } : {}),
  };
}

/** Fields that belong together are one choice when two members disagree. */
export const sidesOf = ({ expiry, expires_at, full_access, scopes, ...rest }: KeyDraft) => ({
  ...rest,
  expires: { expiry, expires_at },
  access: { full_access, scopes },
});
type Sides = ReturnType<typeof sidesOf>;

export const sidesOfKey = (key: Key): Sides => sidesOf(draftOfKey(key));

export const draftOfSides = ({ expires, access, ...rest }: Sides): KeyDraft => ({ ...rest, ...expires, ...access });

export const conflictFields = (): ConflictField<Sides>[] => [
  { name: 'name', label: t('name') },
  { name: 'expires', label: t('expires'), show: ({ expires: { expiry, expires_at: day } }) => endOf(expiry, day) },
  {
    name: 'access',
    label: t('scopes'),
    show: ({ access: { full_access: isFull, scopes } }) => (isFull ? t('fullAccess') : scopes.join(', ')),
  },
  { name: 'allowed_origins', label: t('origins') },
  { name: 'allowed_cidrs', label: t('networks') },
  { name: 'browser_use', label: t('browserUseShort'), show: ({ browser_use: may }) => t(may ? 'yes' : 'no') },
  {
    name: 'resources',
    label: t('onlyThese'),
    show: ({ resources }) => Object.values(resources).flat().join(', '),
  },
  {
    name: 'rate_limit',
    label: t('rateLimit'),
    show: ({ rate_limit: { requests, window_seconds: window } }) =>
      requests === '' ? t('defaultRate') : t('rate', { requests, seconds: window }),
  },
];

function endOf(expiry: KeyDraft['expiry'], day: string): string {
  if (expiry === 'never') return t('never');
  return expiry === 'date' ? day : t('inDays', { days: expiry });
}
