import type { JsonValue } from '../../../../../shared/automation/json';
import { isOnWhatsApp, whatsAppTarget } from '../../channels/whatsapp';
import { choicesOf, targetIn, targetsOf, type Choice } from '../../publications/composer/target-draft';
import type { Endpoint } from '../labels';
import { t } from './texts';

type Mapping = Record<string, JsonValue>;

export interface MappingDraft {
  text: string;
  format: 'plain' | 'markdown' | 'html';
  /** Template of the URL of a file; empty for none. */
  media: string;
  caption: string;
  targets: Choice[];
  /** Template of a recipient that the request names; empty for none. */
  recipient: string;
  /** The instance that sends to it; empty where there is one. */
  instance_id: string;
  dynamic_targets: Endpoint['dynamic_targets'];
  /** Conditions, one a line. */
  filter: string;
  on_missing: Endpoint['on_missing'];
  short_links: Endpoint['short_links'];
  mode: Endpoint['mode'];
  /** The whole mapping as JSON when the fields cannot express it; else null. */
  json: string | null;
}

const EMPTY = {
  text: '',
  format: 'plain',
  media: '',
  caption: '',
  recipient: '',
  instance_id: '',
  json: null,
} as const;

export function draftOf(endpoint: Endpoint, starter: JsonValue | undefined): MappingDraft {
  const { filter, dynamic_targets, on_missing, short_links, mode } = endpoint;
  const mapping = endpoint.mapping ?? (isObject(starter) ? starter : {});
  return {
    ...EMPTY,
    ...(fieldsOf(mapping) ?? { json: JSON.stringify(mapping, null, 2) }),
    targets: choicesOf(endpoint.targets.map(targetIn)),
    dynamic_targets,
    filter: filter === null ? '' : typeof filter === 'string' ? filter : filter.join('\n'),
    on_missing,
    short_links,
    mode,
  };
}

const isObject = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const holdsOnly = (value: Mapping, names: readonly string[]): boolean =>
  Object.keys(value).every((name) => names.includes(name));
const isText = (value: unknown): value is string => typeof value === 'string';

/** The mapping as form fields; undefined when it has more than the fields can express. */
function fieldsOf(mapping: Mapping): Partial<MappingDraft> | undefined {
  const { content = {}, targets = [] } = mapping;
  if (!holdsOnly(mapping, ['content', 'targets']) || !isObject(content) || !Array.isArray(targets)) return undefined;
  if (!holdsOnly(content, ['text', 'format', 'media'])) return undefined;
  const { text = '', format = 'plain', media = [] } = content;
  if (!isText(text) || !isFormat(format) || !Array.isArray(media)) return undefined;
  const file = fileOf(media);
  const recipient = recipientOf(targets);
  return file && recipient ? { text, format, ...file, ...recipient } : undefined;
}

const isFormat = (value: JsonValue): value is MappingDraft['format'] =>
  value === 'plain' || value === 'markdown' || value === 'html';

function fileOf(media: readonly JsonValue[]): Pick<MappingDraft, 'media' | 'caption'> | undefined {
  const [file] = media;
  if (file === undefined) return { media: '', caption: '' };
  if (media.length > 1 || !isObject(file) || !holdsOnly(file, ['url', 'caption'])) return undefined;
  const { url, caption = '' } = file;
  return isText(url) && isText(caption) ? { media: url, caption } : undefined;
}

function recipientOf(targets: readonly JsonValue[]): Pick<MappingDraft, 'recipient' | 'instance_id'> | undefined {
  const [target] = targets;
  if (target === undefined) return { recipient: '', instance_id: '' };
  if (
    targets.length > 1 ||
    !isObject(target) ||
    !isText(target['channel']) ||
    !isOnWhatsApp({ channel: target['channel'] })
  )
    return undefined;
  const { to, instance_id: instance = '' } = target;
  if (!Array.isArray(to) || to.length !== 1 || !isText(to[0]) || !isText(instance)) return undefined;
  return { recipient: to[0], instance_id: instance };
}

/** The mapping as the API takes it. Throws for invalid JSON. */
export function mappingOf(draft: MappingDraft): Mapping {
  if (draft.json !== null) {
    const parsed: unknown = JSON.parse(draft.json);
    if (!isObject(parsed)) throw new Error(t('notAnObject'));
    return parsed;
  }
  const { text, format, media, caption, recipient, instance_id: instance } = draft;
  return {
    content: {
      ...(text === '' ? {} : { text }),
      ...(format === 'plain' ? {} : { format }),
      ...(media.trim() === '' ? {} : { media: [{ url: media.trim(), ...(caption === '' ? {} : { caption }) }] }),
    },
    ...(recipient.trim() === ''
      ? {}
      : {
          targets: [whatsAppTarget(instance, recipient.trim())],
        }),
  };
}

export const testInput = (draft: MappingDraft) => ({
  mapping: mappingOf(draft),
  targets: targetsOf(draft.targets),
  filter: filterOf(draft.filter),
  on_missing: draft.on_missing,
});

export const changeOf = (draft: MappingDraft) => ({
  ...testInput(draft),
  dynamic_targets: draft.dynamic_targets,
  short_links: draft.short_links,
  mode: draft.mode,
});

function filterOf(typed: string): string[] | null {
  const lines = typed.split('\n').map((line) => line.trim());
  const conditions = lines.filter((line) => line !== '');
  return conditions.length === 0 ? null : conditions;
}

/** Why the draft cannot be tested; undefined when it can. */
export function faultOf(draft: MappingDraft): string | undefined {
  try {
    mappingOf(draft);
    return undefined;
  } catch (error) {
    return error instanceof SyntaxError || !(error instanceof Error) ? t('notJson') : error.message;
  }
}

/** The form field of an API pointer. */
export function fieldAt(pointer: string): keyof MappingDraft | undefined {
  const [, first, second, third] = pointer.split('/');
  if (first === 'targets') return 'targets';
  if (first === 'filter') return 'filter';
  const [head, tail] = first === 'mapping' ? [second, third] : [first, second];
  if (head === 'targets') return 'recipient';
  if (head !== 'content') return undefined;
  return tail === 'media' ? 'media' : 'text';
}
