import { and, eq, inArray } from 'drizzle-orm';

import type { Capabilities } from '../../../../shared/automation/channel';
import { WhatsAppOverrides } from '../../../../shared/automation/channels/whatsapp';
import {
  MEDIA_KINDS,
  type MediaKind,
  type PublicationMedia,
  TEXT_FORMATS,
} from '../../../../shared/automation/content';
import { codePoints } from '../../../../shared/text';
import { alternativeTo, supports } from '../../../../shared/whatsapp/capabilities';
import { CONTENT_SCHEMAS, type SendContent } from '../../../../shared/whatsapp/content';
import { MAX_BODY, MAX_TEXT } from '../../../../shared/whatsapp/content-simple';
import { SEND_ERRORS } from '../../../../shared/whatsapp/send-errors';
import {
  faultOfRow,
  maxBytesOf,
  type MediaRow,
  mediaTypes,
  needsOf,
  templateIssue,
  waInstances,
  waMedia,
} from '../../../whatsapp';
import { toWhatsApp } from '../../text/whatsapp';
import type { Issue, Part, Publishable, ReadContext, Rendering } from '../channel';
import { pieces, truncated } from '../split';

const MAX_PARTS = 10;

export const COMMON_CAPABILITIES: Capabilities = {
  max_text: MAX_TEXT,
  max_caption: MAX_BODY,
  max_parts: MAX_PARTS,
  formats: [...TEXT_FORMATS],
  media: MEDIA_KINDS.map((kind) => ({ kind, max_bytes: maxBytesOf(kind), mime_types: mediaTypes(kind) })),
  link_previews: true,
  receipts: ['sent', 'delivered', 'read'],
};

const TEXT = '/content/text';
const OVERRIDE = '/overrides/whatsapp';

const CAPTIONED: ReadonlySet<MediaKind> = new Set(['image', 'video', 'document']);
const KIND_OF_ENDING: Readonly<Record<string, MediaKind>> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  mp4: 'video',
  '3gp': 'video',
  mp3: 'audio',
  m4a: 'audio',
  aac: 'audio',
  amr: 'audio',
  ogg: 'audio',
};

export async function render(ctx: ReadContext, publishable: Publishable, instanceId: string): Promise<Rendering> {
  const overrides = WhatsAppOverrides.parse(publishable.overrides ?? {});
  if (overrides.content) return renderOverride(ctx, overrides.content, instanceId);

  const issues: Issue[] = [];
  const { content, overflow } = publishable;
  const text = overrides.text ?? toWhatsApp(content?.text ?? '', content?.format ?? 'plain');
  const pointer = overrides.text === undefined ? TEXT : `${OVERRIDE}/text`;
  const files = await filesOf(ctx, content?.media ?? [], instanceId, issues);
  const [first] = files;
  const isCaption =
    first !== undefined &&
    first.media.caption === undefined &&
    CAPTIONED.has(first.kind) &&
    text !== '' &&
    codePoints(text) <= MAX_BODY;

  const preview = content?.link_preview ?? true;
  const texts = isCaption || text.trim() === '' ? [] : textsOf(text, overflow, pointer, issues);
  const parts = [
    ...texts.map((one) => partOf({ type: 'text', text: one, link_preview: preview })),
    ...files.flatMap((file, index) => filePartsOf(file, isCaption && index === 0 ? text : file.media.caption)),
  ];
  if (parts.length === 0 && issues.length === 0) {
    issues.push({ pointer: '/content', code: 'empty_content', message: 'The publication has no content.' });
  }
  if (parts.length > MAX_PARTS) {
    const message = `Must become at most ${MAX_PARTS} messages; it is ${parts.length}.`;
    issues.push({ pointer, code: 'too_many_parts', message });
  }
  return { parts: parts.slice(0, MAX_PARTS), issues, warnings: [] };
}

const partOf = (content: SendContent): Part => ({ type: content.type, content });

function textsOf(text: string, overflow: Publishable['overflow'], pointer: string, issues: Issue[]): string[] {
  if (codePoints(text) <= MAX_TEXT) return [text];
  if (overflow === 'split') return pieces(text, MAX_TEXT);
  if (overflow === 'truncate') return [truncated(text, MAX_TEXT)];
  const message = `Must have at most ${MAX_TEXT} characters on WhatsApp; set \`overflow\` to cut or split it.`;
  issues.push({ pointer, code: 'too_long', message });
  return [text];
}

interface File {
  media: PublicationMedia;
  kind: MediaKind;
}

async function filesOf(
  { db }: ReadContext,
  media: readonly PublicationMedia[],
  instanceId: string,
  issues: Issue[],
): Promise<File[]> {
  const ids = media.flatMap(({ media_id: id }) => id ?? []);
  const where = and(inArray(waMedia.id, ids), eq(waMedia.instanceId, instanceId));
  const rows = ids.length === 0 ? [] : await db.select(waMedia, { where });
  return media.map((one, index) => {
    const row = rows.find(({ id }) => id === one.media_id);
    const kind = one.kind ?? (row ? kindOfRow(row) : kindOfUrl(one.url ?? ''));
    const pointer = `/content/media/${index}/media_id`;
    const fault = one.media_id === undefined ? undefined : faultIn(row, kind);
    if (fault) issues.push({ pointer, ...fault });
    return { media: one, kind };
  });
}

const NO_FILE = { code: 'related_not_found', message: 'The WhatsApp instance has no such file.' };

function faultIn(row: MediaRow | undefined, kind: MediaKind): Omit<Issue, 'pointer'> | undefined {
  if (!row) return NO_FILE;
  if (row.status === 'failed' || row.status === 'expired') {
    return { code: row.error?.code ?? 'media_download_failed', message: `The file is ${row.status}.` };
  }
  const code = row.status === 'ready' ? faultOfRow(kind, row) : undefined;
  return code && { code, message: SEND_ERRORS[code].message };
}

const kindOfRow = ({ kind }: MediaRow): MediaKind => (kind === 'sticker' ? 'document' : kind);

function kindOfUrl(url: string): MediaKind {
  const path = URL.canParse(url) ? new URL(url).pathname : '';
  return KIND_OF_ENDING[/\.([a-z0-9]{1,5})$/i.exec(path)?.[1]?.toLowerCase() ?? ''] ?? 'document';
}

/** A file type without captions is followed by its text as a message. */
function filePartsOf({ media, kind }: File, caption: string | undefined): Part[] {
  const source = media.url === undefined ? { media_id: media.media_id ?? '' } : { url: media.url };
  if (kind === 'audio' || kind === 'voice') {
    const file = partOf({ type: kind, media: source });
    return caption === undefined ? [file] : [file, partOf({ type: 'text', text: caption })];
  }
  const below = caption === undefined ? {} : { caption };
  if (kind === 'document') {
    const name = media.filename === undefined ? {} : { filename: media.filename };
    return [partOf({ type: 'document', media: source, ...below, ...name })];
  }
  return [partOf({ type: kind, media: source, ...below })];
}

async function renderOverride({ db, now }: ReadContext, content: SendContent, instanceId: string): Promise<Rendering> {
  const pointer = `${OVERRIDE}/content`;
  const issues: Issue[] = [];
  const instance = await db.get(waInstances, instanceId);
  if (content.type === 'reaction') {
    const message = 'A reaction cannot be published. Send it as a single message.';
    issues.push({ pointer: `${pointer}/type`, code: 'unsupported_message_type', message });
  }
  for (const name of instance ? needsOf(content) : []) {
    if (!instance || supports(instance.driver, name)) continue;
    const alternative = alternativeTo(instance.driver, name);
    const message = `The driver \`${instance.driver}\` does not support \`${name}\`.`;
    issues.push({ pointer, code: 'unsupported_by_driver', message: [message, alternative].filter(Boolean).join(' ') });
  }
  const wrong = instance && (await templateIssue(db, { instance, content, now: now() }));
  if (wrong) issues.push({ pointer: `${pointer}${wrong.path}`, code: wrong.code, message: wrong.message });
  const ids = mediaIdsIn(content);
  const where = and(inArray(waMedia.id, ids), eq(waMedia.instanceId, instanceId));
  const found = ids.length === 0 ? [] : await db.select(waMedia, { where });
  if (found.length < ids.length) issues.push({ pointer, ...NO_FILE });
  return { parts: [partOf(content)], issues, warnings: [] };
}

function mediaIdsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const found = Object.entries(value).flatMap(([name, part]) =>
    name === 'media_id' && typeof part === 'string' ? [part] : mediaIdsIn(part),
  );
  return [...new Set(found)];
}

export const partContent = ({ type, content }: Part): SendContent =>
  CONTENT_SCHEMAS[type as SendContent['type']].parse(content);
