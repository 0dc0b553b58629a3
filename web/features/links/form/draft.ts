import type { Inputs } from '../../../trpc';
import { withScheme } from '../../../ui/form/address';
import { hasNameless, type Pair, pairsOf, recordOf } from '../../webhooks/form/draft';
import type { Link } from '../labels';
import { localTime } from '../local-time';
import { conditionOf, ruleDraftOf, type RuleDraft } from './rule-draft';
import { t } from './texts';

export const utmFields = () =>
  [
    { name: 'source', label: t('utmSource'), placeholder: 'newsletter' },
    { name: 'medium', label: t('utmMedium'), placeholder: 'email' },
    { name: 'campaign', label: t('utmCampaign'), placeholder: 'spring-sale' },
    { name: 'term', label: t('utmTerm'), placeholder: 'shoes' },
    { name: 'content', label: t('utmContent'), placeholder: 'header' },
    { name: 'ref', label: t('utmRef'), placeholder: 'partner' },
  ] as const;
type UtmName = ReturnType<typeof utmFields>[number]['name'];

/** Field names are those of the API, so that its errors find their fields. */
export interface LinkDraft {
  url: string;
  /** Empty for the default of the workspace. */
  domain_id: string;
  /** Empty for a generated one. */
  slug: string;
  title: string;
  tags: string[];
  notes: string;
  external_id: string;
  metadata: Pair[];
  /** Empty for the domain’s. */
  redirect_status: string;
  forward_query: Link['forward_query'];
  /** As `datetime-local` fields write it; empty for none. */
  starts_at: string;
  expires_at: string;
  expired_url: string;
  max_clicks: number | '';
  limit_reached_url: string;
  password: string;
  utm: Record<UtmName, string>;
  targeting: RuleDraft[];
  preview: { title: string; description: string; image_url: string };
  indexable: boolean;
  disabled: boolean;
}

/** A stored password is never sent to the browser. */
export const MASKED = '••••••••';

export const NEW_LINK: LinkDraft = {
  url: '',
  domain_id: '',
  slug: '',
  title: '',
  tags: [],
  notes: '',
  external_id: '',
  metadata: [],
  redirect_status: '',
  forward_query: 'append',
  starts_at: '',
  expires_at: '',
  expired_url: '',
  max_clicks: '',
  limit_reached_url: '',
  password: '',
  utm: { source: '', medium: '', campaign: '', term: '', content: '', ref: '' },
  targeting: [],
  preview: { title: '', description: '', image_url: '' },
  indexable: false,
  disabled: false,
};

export function draftOf(link: Link): LinkDraft {
  const { utm, preview } = link;
  return {
    url: link.url,
    domain_id: link.domain_id,
    slug: link.slug,
    title: link.title ?? '',
    tags: link.tags,
    notes: link.notes ?? '',
    external_id: link.external_id ?? '',
    metadata: pairsOf(link.metadata),
    redirect_status: String(link.redirect_status),
    forward_query: link.forward_query,
    starts_at: localTime(link.starts_at),
    expires_at: localTime(link.expires_at),
    expired_url: link.expired_url ?? '',
    max_clicks: link.max_clicks ?? '',
    limit_reached_url: link.limit_reached_url ?? '',
    password: link.has_password ? MASKED : '',
    utm: { ...NEW_LINK.utm, ...utm },
    targeting: link.targeting.map(ruleDraftOf),
    preview: {
      title: preview?.title ?? '',
      description: preview?.description ?? '',
      image_url: preview?.image_url ?? '',
    },
    indexable: link.indexable,
    disabled: link.disabled,
  };
}

const textOrNone = (text: string): string | null => text.trim() || null;
const timeOrNone = (at: string): string | null => (at === '' ? null : new Date(at).toISOString());

const READERS = {
  url: ({ url }) => withScheme(url),
  domain_id: ({ domain_id: id }) => id || undefined,
  slug: ({ slug }) => slug.trim() || undefined,
  title: ({ title }) => textOrNone(title),
  tags: ({ tags }) => tags,
  notes: ({ notes }) => textOrNone(notes),
  external_id: ({ external_id: id }) => textOrNone(id),
  metadata: ({ metadata }) => recordOf(metadata),
  redirect_status: ({ redirect_status: status }) => (status === '' ? undefined : Number(status)),
  forward_query: ({ forward_query: mode }) => mode,
  starts_at: ({ starts_at: at }) => timeOrNone(at),
  expires_at: ({ expires_at: at }) => timeOrNone(at),
  expired_url: ({ expired_url: url }) => textOrNone(url),
  max_clicks: ({ max_clicks: max }) => (max === '' ? null : max),
  limit_reached_url: ({ limit_reached_url: url }) => textOrNone(url),
  password: ({ password }) => password || null,
  utm: ({ utm }) => Object.fromEntries(Object.entries(utm).map(([name, text]) => [name, textOrNone(text)])),
  targeting: ({ targeting }) =>
    targeting.map(({ key, url, conditions }) => ({
      key: key.trim(),
      url: url.trim(),
      conditions: conditions.map(conditionOf),
    })),
  preview: ({ preview: { title, description, image_url: image } }) =>
    [title, description, image].every((text) => text.trim() === '')
      ? null
      : { title: textOrNone(title), description: textOrNone(description), image_url: textOrNone(image) },
  indexable: ({ indexable }) => indexable,
  disabled: ({ disabled }) => disabled,
} satisfies Record<keyof LinkDraft, (draft: LinkDraft) => unknown>;

const DRAFT_FIELDS = Object.keys(READERS) as (keyof LinkDraft)[];

/** The draft as the API takes it, without defaults. */
export function inputOf(draft: LinkDraft): Inputs['links']['create'] {
  const { utm, ...given } = changeOf(NEW_LINK, draft);
  // UTM parameters in the pasted address stay unless the form sets them.
  const named = Object.entries(utm ?? {}).filter(([, value]) => value !== null);
  return {
    ...(given as Partial<Inputs['links']['create']>),
    ...(named.length > 0 ? { utm: Object.fromEntries(named) } : {}),
    url: withScheme(draft.url),
  };
}

export function changeOf(base: LinkDraft, draft: LinkDraft): Partial<Inputs['links']['update']> {
  const differing = DRAFT_FIELDS.filter((name) => JSON.stringify(base[name]) !== JSON.stringify(draft[name]));
  return Object.fromEntries(
    differing.map((name) => [name, READERS[name](draft)]).filter(([, value]) => value !== undefined),
  );
}

const MIN_PASSWORD = 4;

/** Checks that need no server. The server validates addresses and slugs. */
export function checkDraft(draft: LinkDraft): Record<string, string> {
  const { url, starts_at: start, expires_at: end, password } = draft;
  const faults: Record<string, string | undefined> = {
    url: url.trim() === '' ? t('needsUrl') : faultInTarget(url),
    ...Object.fromEntries(
      (['expired_url', 'limit_reached_url'] as const).map((name) => [
        name,
        draft[name] === '' ? undefined : faultInTarget(draft[name]),
      ]),
    ),
    expires_at: start !== '' && end !== '' && end <= start ? t('afterStart') : undefined,
    password: password !== '' && password.length < MIN_PASSWORD ? t('shortPassword', { min: MIN_PASSWORD }) : undefined,
    metadata: faultInPairs(draft.metadata),
  };
  for (const [at, rule] of draft.targeting.entries()) {
    faults[`targeting.${at}.url`] = rule.url.trim() === '' ? t('needsUrl') : faultInTarget(rule.url);
    if (!/^[a-z0-9_-]{1,32}$/.test(rule.key.trim())) {
      faults[`targeting.${at}.key`] = t('ruleNameFormat');
    }
    if (rule.conditions.length === 0) faults[`targeting.${at}.conditions`] = t('needsCondition');
  }
  return Object.fromEntries(Object.entries(faults).filter((pair): pair is [string, string] => pair[1] !== undefined));
}

function faultInPairs(pairs: readonly Pair[]): string | undefined {
  if (hasNameless(pairs)) return t('pairWithoutName');
  const names = pairs.map(({ name }) => name.trim()).filter(Boolean);
  return new Set(names).size < names.length ? t('sameName') : undefined;
}

export function faultInTarget(text: string): string | undefined {
  const url = withScheme(text);
  if (!/^https?:\/\/[^\s\\/]/i.test(url) || /[\s\\]/.test(url) || !URL.canParse(url)) {
    return t('urlFormat');
  }
  const { username, password } = new URL(url);
  return username !== '' || password !== '' ? t('urlUser') : undefined;
}
