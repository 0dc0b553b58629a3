import type { ContentType } from '../../../../../shared/automation/endpoint';
import { HOUR_SECONDS } from '../../../../../shared/durations';
import type { Endpoint } from '../labels';
import { authDraftOf, authOf, type AuthDraft } from './auth-draft';

/** The settings of an endpoint besides its mapping, as a form holds them. */
export interface SettingsDraft {
  name: string;
  description: string;
  auth: AuthDraft;
  secret: string;
  methods: Endpoint['methods'];
  content_types: ContentType[];
  max_kib: number;
  rate_limit_per_minute: number;
  allowed_cidrs: string[];
  allowed_origins: string[];
  allowed_headers: string[];
  dedupe_key: string;
  dedupe_hours: number;
  content_minutes: number;
  split: string;
  overflow: Endpoint['overflow'];
  expires_hours: number;
  on_error: Endpoint['on_error'];
  response_status: string;
  response_type: Endpoint['response']['content_type'];
  response_body: string;
  wait_ms: number;
}

const listOrNull = (entries: string[]): string[] | null => (entries.length === 0 ? null : entries);
const KIB = 1024;

export const draftOf = (endpoint: Endpoint): SettingsDraft => ({
  name: endpoint.name,
  description: endpoint.description ?? '',
  auth: authDraftOf(endpoint.auth),
  secret: '',
  methods: endpoint.methods,
  content_types: endpoint.content_types,
  max_kib: endpoint.max_bytes / KIB,
  rate_limit_per_minute: endpoint.rate_limit_per_minute,
  allowed_cidrs: endpoint.allowed_cidrs ?? [],
  allowed_origins: endpoint.allowed_origins ?? [],
  allowed_headers: endpoint.allowed_headers,
  dedupe_key: endpoint.dedupe.key ?? '',
  dedupe_hours: endpoint.dedupe.window_seconds / HOUR_SECONDS,
  content_minutes: endpoint.dedupe.content_window_seconds / 60,
  split: endpoint.split ?? '',
  overflow: endpoint.overflow,
  expires_hours: endpoint.expires_after_seconds / HOUR_SECONDS,
  on_error: endpoint.on_error,
  response_status: String(endpoint.response.status),
  response_type: endpoint.response.content_type,
  response_body: endpoint.response.body ?? '',
  wait_ms: endpoint.response.wait_ms,
});

const STATUSES = { '200': 200, '201': 201, '202': 202, '204': 204 } as const;
const isStatus = (value: string): value is keyof typeof STATUSES => Object.hasOwn(STATUSES, value);

const inputOf = (draft: SettingsDraft) => ({
  name: draft.name.trim(),
  description: draft.description.trim() === '' ? null : draft.description.trim(),
  auth: authOf(draft.auth),
  methods: draft.methods,
  content_types: draft.content_types,
  max_bytes: Math.round(draft.max_kib * KIB),
  rate_limit_per_minute: draft.rate_limit_per_minute,
  allowed_cidrs: listOrNull(draft.allowed_cidrs),
  allowed_origins: listOrNull(draft.allowed_origins),
  allowed_headers: draft.allowed_headers,
  dedupe: {
    key: draft.dedupe_key.trim() === '' ? null : draft.dedupe_key.trim(),
    window_seconds: Math.round(draft.dedupe_hours * HOUR_SECONDS),
    content_window_seconds: Math.round(draft.content_minutes * 60),
  },
  split: draft.split.trim() === '' ? null : draft.split.trim(),
  overflow: draft.overflow,
  expires_after_seconds: Math.round(draft.expires_hours * HOUR_SECONDS),
  on_error: draft.on_error,
  response: {
    status: isStatus(draft.response_status) ? STATUSES[draft.response_status] : 202,
    content_type: draft.response_type,
    body: draft.response_body === '' ? null : draft.response_body,
    wait_ms: draft.wait_ms,
  },
});

/** Only the fields that differ, so that changes of other members stay. */
export function changeOf(
  base: Endpoint,
  draft: SettingsDraft,
): Partial<ReturnType<typeof inputOf>> & { secret?: string } {
  const before = inputOf(draftOf(base));
  const after = inputOf(draft);
  const changed = (Object.keys(after) as (keyof typeof after)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return {
    ...(Object.fromEntries(changed.map((name) => [name, after[name]])) as Partial<typeof after>),
    ...(draft.secret.trim() === '' ? {} : { secret: draft.secret.trim() }),
  };
}

/** Form fields by the API’s field names. */
const FIELD_OF: Record<string, keyof SettingsDraft> = {
  max_bytes: 'max_kib',
  expires_after_seconds: 'expires_hours',
  'dedupe/key': 'dedupe_key',
  'dedupe/window_seconds': 'dedupe_hours',
  'dedupe/content_window_seconds': 'content_minutes',
  'response/status': 'response_status',
  'response/content_type': 'response_type',
  'response/body': 'response_body',
  'response/wait_ms': 'wait_ms',
};

export function pointerInForm(pointer: string): string {
  const path = pointer.slice(1);
  const known = Object.keys(FIELD_OF).find((name) => path === name || path.startsWith(`${name}/`));
  return known === undefined ? pointer : `/${FIELD_OF[known]}`;
}
