import type { TextFormat } from '../../../../../shared/automation/content';
import type { JsonValue } from '../../../../../shared/automation/json';
import type { Overflow, ShortLinks } from '../../../../../shared/automation/publication';
import { DAY_SECONDS } from '../../../../../shared/durations';
import type { Inputs } from '../../../../trpc';
import { hasNameless, pairsOf, recordOf, type Pair } from '../../../webhooks/form/draft';
import { isMessage } from '../../channels/whatsapp';
import { faultsInMessage, messageDraftOf, messageOf, type MessageDraft } from '../../message/message-draft';
import type { Publication } from '../labels';
import { faultsAt, faultsInMedia, mediaDraftOf, mediaOf, type MediaDraft } from './media-draft';
import { draftOfSchedule, faultsInSchedule, NEW_SCHEDULE, scheduleOf, type ScheduleDraft } from './schedule-draft';
import { choicesOf, targetsOf, type Choice } from './target-draft';
import { t } from './texts';

type CreateInput = Inputs['automation']['publications']['create'];
type ChangeInput = Inputs['automation']['publications']['update'];

/** A text, a WhatsApp message by its fields, or JSON as it is typed. */
export type OverrideValue = string | MessageDraft | { json: string };
export const typedText = (typed: OverrideValue): string =>
  typeof typed === 'string' ? typed : 'json' in typed ? typed.json : typed.type;

/** Field names are those of the API, so that its errors find their fields. */
export interface PublicationDraft {
  title: string;
  targets: Choice[];
  content: { text: string; format: TextFormat; link_preview: boolean; media: MediaDraft[] };
  overrides: Record<string, Record<string, OverrideValue>>;
  schedule: ScheduleDraft;
  expires_after_seconds: string;
  overflow: Overflow;
  on_invalid_target: 'reject' | 'skip';
  short_links: ShortLinks;
  duplicate_window_seconds: string;
  allow_duplicate: boolean;
  metadata: Pair[];
  outcome: 'publish' | 'approval' | 'draft';
}

export const NEW_PUBLICATION: PublicationDraft = {
  title: '',
  targets: [],
  content: { text: '', format: 'plain', link_preview: true, media: [] },
  overrides: {},
  schedule: NEW_SCHEDULE,
  expires_after_seconds: String(DAY_SECONDS),
  overflow: 'reject',
  on_invalid_target: 'reject',
  short_links: 'off',
  duplicate_window_seconds: '0',
  allow_duplicate: false,
  metadata: [],
  outcome: 'publish',
};

export function draftOf(publication: Publication): PublicationDraft {
  const { content } = publication;
  return {
    ...NEW_PUBLICATION,
    title: publication.title ?? '',
    targets: choicesOf(publication.targets),
    content: {
      text: content.text ?? '',
      format: content.format,
      link_preview: content.link_preview,
      media: content.media.map(mediaDraftOf),
    },
    overrides: Object.fromEntries(
      Object.entries(publication.overrides).map(([kind, part]) => [
        kind,
        typedOf(kind, part as Record<string, unknown>),
      ]),
    ),
    schedule: draftOfSchedule(publication.schedule),
    expires_after_seconds: String(publication.expires_after_seconds),
    overflow: publication.overflow,
    short_links: publication.short_links,
    duplicate_window_seconds: String(publication.duplicate_window_seconds),
    metadata: pairsOf(publication.metadata),
  };
}

const typedOf = (kind: string, part: Record<string, unknown>): Record<string, OverrideValue> =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      const message = isMessage(kind, name) ? messageDraftOf(value) : undefined;
      return [name, message ?? { json: JSON.stringify(value, null, 2) }];
    }),
  );

/** Readers of the draft’s fields, by API name; undefined leaves a field out. */
const READERS = {
  title: ({ title }) => title.trim() || null,
  targets: ({ targets }) => targetsOf(targets),
  content: ({ content: { text, format, link_preview, media } }) => ({
    ...(text.trim() === '' ? {} : { text }),
    format,
    link_preview,
    media: media.map(mediaOf),
  }),
  overrides: ({ overrides, targets }) => overridesOf(overrides, targets),
  schedule: ({ schedule }) => scheduleOf(schedule),
  expires_after_seconds: ({ expires_after_seconds: seconds }) => Number(seconds),
  overflow: ({ overflow }) => overflow,
  on_invalid_target: ({ on_invalid_target: how }) => how,
  short_links: ({ short_links: which }) => which,
  duplicate_window_seconds: ({ duplicate_window_seconds: seconds }) => Number(seconds),
  allow_duplicate: ({ allow_duplicate: isAllowed }) => isAllowed,
  metadata: ({ metadata }) => recordOf(metadata),
} satisfies Record<Exclude<keyof PublicationDraft, 'outcome'>, (draft: PublicationDraft) => unknown>;

type Field = keyof typeof READERS;
const FIELDS = Object.keys(READERS) as Field[];

function overridesOf(overrides: PublicationDraft['overrides'], targets: readonly Choice[]) {
  const used = new Set(targets.map(({ channel }) => channel));
  const given = Object.entries(overrides)
    .filter(([kind]) => used.has(kind))
    .map(([kind, part]) => [kind, Object.entries(part).filter(([, typed]) => typedText(typed).trim() !== '')] as const)
    .filter(([, part]) => part.length > 0)
    .map(([kind, part]) => [kind, Object.fromEntries(part.map(([name, typed]) => [name, valueOf(typed)]))]);
  return given.length > 0 ? (Object.fromEntries(given) as Record<string, unknown>) : null;
}

export function valueOf(typed: OverrideValue): JsonValue {
  if (typeof typed === 'string') return typed;
  return 'json' in typed ? parseJson(typed.json) : ((messageOf(typed) ?? null) as JsonValue);
}

/**
 * JSON is checked before it is sent. While it is typed, invalid JSON goes to the preview as text and is refused there.
 */
export function parseJson(text: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return text;
  }
}

/** The draft as the API takes it, without defaults. */
export function inputOf(draft: PublicationDraft): CreateInput {
  const given = differing(NEW_PUBLICATION, draft).filter(([, value]) => value !== null);
  return {
    ...(Object.fromEntries(given) as Partial<CreateInput>),
    targets: targetsOf(draft.targets),
    ...(draft.outcome === 'draft' ? { draft: true } : {}),
    ...(draft.outcome === 'approval' ? { requires_approval: true } : {}),
  };
}

export const changeOf = (base: PublicationDraft, draft: PublicationDraft): Omit<ChangeInput, 'publication_id'> =>
  Object.fromEntries(differing(base, draft)) as Omit<ChangeInput, 'publication_id'>;

const differing = (base: PublicationDraft, draft: PublicationDraft): [Field, unknown][] =>
  FIELDS.filter((name) => JSON.stringify(READERS[name](base)) !== JSON.stringify(READERS[name](draft))).map((name) => [
    name,
    READERS[name](draft),
  ]);

/** Whether there is enough of it to ask what it would become. */
export const canPreview = ({ targets, content, overrides }: PublicationDraft): boolean =>
  targets.length > 0 &&
  (content.text.trim() !== '' ||
    content.media.some(({ url, media_id: id }) => url + id !== '') ||
    overridesOf(overrides, targets) !== null);

/** Checks that need no server. The server validates recipients, URLs and lengths. */
export function checkDraft(draft: PublicationDraft): Record<string, string> {
  const { targets, content, overrides } = draft;
  const isEmpty = content.text.trim() === '' && content.media.length === 0 && overridesOf(overrides, targets) === null;
  return {
    ...(targets.length === 0 ? { targets: t('needRecipient') } : {}),
    ...(isEmpty ? { 'content.text': t('needText') } : {}),
    ...faultsAt('content.media', faultsInMedia(content.media)),
    ...faultsInOverrides(overrides),
    ...faultsInSchedule(draft.schedule),
    ...(hasNameless(draft.metadata) ? { metadata: t('needName') } : {}),
  };
}

function faultsInOverrides(overrides: PublicationDraft['overrides']): Record<string, string> {
  const fields = Object.entries(overrides).flatMap(([kind, part]) =>
    Object.entries(part).map(([name, typed]) => ({ path: `overrides.${kind}.${name}`, typed })),
  );
  return Object.assign({}, ...fields.map(({ path, typed }) => faultsInTyped(path, typed))) as Record<string, string>;
}

function faultsInTyped(path: string, typed: OverrideValue): Record<string, string> {
  if (typeof typed === 'string') return {};
  if (!('json' in typed)) return faultsAt(path, faultsInMessage(typed));
  return typed.json.trim() === '' || isJson(typed.json) ? {} : { [path]: t('mustBeJson') };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
