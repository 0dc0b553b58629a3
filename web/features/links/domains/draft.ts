import type { Inputs } from '../../../trpc';
import { faultInTarget } from '../form/draft';
import type { Domain } from '../labels';
import { t } from './texts';

export interface DomainDraft {
  hostname: string;
  root_url: string;
  not_found_url: string;
  expired_url: string;
  default_redirect_status: string;
  case_sensitive: boolean;
  disabled: boolean;
}

export const NEW_DOMAIN: DomainDraft = {
  hostname: '',
  root_url: '',
  not_found_url: '',
  expired_url: '',
  default_redirect_status: '302',
  case_sensitive: false,
  disabled: false,
};

export const draftOf = (domain: Domain): DomainDraft => ({
  hostname: domain.hostname,
  root_url: domain.root_url ?? '',
  not_found_url: domain.not_found_url ?? '',
  expired_url: domain.expired_url ?? '',
  default_redirect_status: String(domain.default_redirect_status),
  case_sensitive: domain.case_sensitive,
  disabled: domain.disabled,
});

const URLS = ['root_url', 'not_found_url', 'expired_url'] as const;
const READERS = {
  hostname: ({ hostname }) => hostname.trim(),
  root_url: ({ root_url: url }) => url.trim() || null,
  not_found_url: ({ not_found_url: url }) => url.trim() || null,
  expired_url: ({ expired_url: url }) => url.trim() || null,
  default_redirect_status: ({ default_redirect_status: status }) => Number(status),
  case_sensitive: ({ case_sensitive: isSensitive }) => isSensitive,
  disabled: ({ disabled }) => disabled,
} satisfies Record<keyof DomainDraft, (draft: DomainDraft) => unknown>;

export function changeOf(base: DomainDraft, draft: DomainDraft): Partial<Inputs['links']['domains']['update']> {
  const names = (Object.keys(READERS) as (keyof DomainDraft)[]).filter((name) => base[name] !== draft[name]);
  return Object.fromEntries(names.map((name) => [name, READERS[name](draft)]));
}

export const inputOf = (draft: DomainDraft): Inputs['links']['domains']['create'] => ({
  ...(changeOf(NEW_DOMAIN, draft) as Partial<Inputs['links']['domains']['create']>),
  hostname: draft.hostname.trim(),
});

export function checkDraft(draft: DomainDraft): Record<string, string> {
  const host = draft.hostname.trim();
  const faults = URLS.flatMap((name) => {
    const fault = draft[name] === '' ? undefined : faultInTarget(draft[name]);
    return fault === undefined ? [] : [[name, fault] as const];
  });
  return {
    ...Object.fromEntries(faults),
    ...(host === '' ? { hostname: t('needsHost') } : {}),
    ...(/[/\s]|:\/\//.test(host) ? { hostname: t('hostOnly') } : {}),
  };
}
