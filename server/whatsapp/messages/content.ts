import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import { supports } from '../../../shared/whatsapp/capabilities';
import type { MessageContent, SendContent } from '../../../shared/whatsapp/content';
import { MEDIA_TYPES, type MediaType } from '../../../shared/whatsapp/content-media';
import type { MediaSource } from '../../../shared/whatsapp/media';
import { requireCapability } from '../capability';
import type { MediaStore } from '../media/types';
import type { MediaRow } from '../present/media';
import type { InstanceRow, Work } from '../work-types';
import { numberedText } from './fallback';

/** `fallback` turns unsupported buttons and lists into text. Otherwise throws 422. */
export function contentFor(
  instance: InstanceRow,
  content: SendContent,
  fallback: 'none' | 'text',
): { content: SendContent; fallbackApplied: boolean } {
  const isChoice = content.type === 'buttons' || content.type === 'list';
  if (isChoice && fallback === 'text' && !supports(instance.driver, `message.${content.type}`)) {
    const text = numberedText(content);
    if (text) return { content: text, fallbackApplied: true };
  }
  for (const name of needsOf(content)) requireCapability(instance, name);
  return { content, fallbackApplied: false };
}

export const needsOf = (content: { type: SendContent['type']; view_once?: boolean | undefined }): CapabilityName[] => [
  `message.${content.type}`,
  ...(content.view_once === true ? (['message.view_once'] as const) : []),
];

const isMedia = (content: SendContent): content is Extract<SendContent, { type: MediaType }> =>
  (MEDIA_TYPES as readonly string[]).includes(content.type);

interface File {
  source: MediaSource;
  kind: MediaType;
  filename: string | null;
  pointer: string;
}

function fileOf(content: SendContent): File | undefined {
  if (isMedia(content)) {
    const filename = content.type === 'document' ? (content.filename ?? null) : null;
    return { source: content.media, kind: content.type, filename, pointer: '/content/media' };
  }
  if ((content.type === 'buttons' || content.type === 'cta_url') && content.header && content.header.type !== 'text') {
    const { type: kind, media: source } = content.header;
    const filename = content.header.type === 'document' ? (content.header.filename ?? null) : null;
    return { source, kind, filename, pointer: '/content/header/media' };
  }
  const value = content.type === 'template' ? content.variables?.header?.[0] : undefined;
  if (value === undefined || typeof value === 'string') return undefined;
  const { type: kind, media: source, filename = null } = value;
  return { source, kind, filename, pointer: '/content/variables/header/0/media' };
}

export async function storeContent(
  work: Work,
  store: Pick<MediaStore, 'take'>,
  content: SendContent,
  messageId: string | null,
): Promise<{ content: MessageContent; media: MediaRow | null }> {
  const file = fileOf(content);
  if (!file) return { content: content as MessageContent, media: null };
  const media = await store.take(work, { ...file, messageId });
  return { content: withFile(content, media.id), media };
}

function withFile(content: SendContent, mediaId: string): MessageContent {
  const media = { media_id: mediaId };
  if (isMedia(content)) return { ...content, media };
  if (content.type === 'buttons' || content.type === 'cta_url') {
    return { ...content, header: { ...content.header, media } } as MessageContent;
  }
  if (content.type !== 'template') return content;
  const header = content.variables?.header?.map((value) => (typeof value === 'string' ? value : { ...value, media }));
  return { ...content, variables: { ...content.variables, header } };
}
