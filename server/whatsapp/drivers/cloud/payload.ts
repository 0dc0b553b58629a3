import type { MessageContent } from '../../../../shared/whatsapp/content';
import type { SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import { defined } from '../../../defined';
import type { JsonObject } from '../../../json-object';
import type { SendJob } from '../driver';
import type { Address, Place } from '../driver-events';
import { contactOf } from './contact-card';
import { interactiveOf } from './interactive';
import { templateOf } from './template-payload';

type Payload = { ok: true; body: JsonObject } | { ok: false; code: SendErrorCode };

interface PayloadParts {
  job: Pick<SendJob, 'messageId' | 'to' | 'content' | 'replyTo' | 'target'>;
  mediaId: string | null;
  filename?: string | null;
  /** Meta’s components of the template, which give the kind of each button. */
  template?: JsonObject[] | undefined;
}

export function payloadOf(parts: PayloadParts): Payload {
  const { job } = parts;
  const recipient = recipientOf(job.to);
  if (recipient === undefined) return { ok: false, code: 'recipient_id_unsupported' };
  const typed = typedOf(parts);
  if (typed === undefined) return { ok: false, code: 'unsupported_message_type' };
  const body = {
    messaging_product: 'whatsapp',
    ...recipient,
    ...typed,
    ...(job.replyTo === null ? {} : { context: { message_id: job.replyTo.providerMessageId } }),
    // Returned with every status, so the message is found even when the answer is lost.
    biz_opaque_callback_data: job.messageId,
  };
  return { ok: true, body };
}

/** Undefined when Meta knows none of the addresses. */
function recipientOf(place: Place): JsonObject | undefined {
  if (place.type === 'group') return { recipient_type: 'group', to: place.providerGroupId };
  const user = userOf(place.person);
  if (user === undefined) return undefined;
  return { recipient_type: 'individual', [user.kind === 'phone' ? 'to' : 'recipient']: user.value };
}

export function userOf({ phone, bsuid }: Address): { kind: 'phone' | 'bsuid'; value: string } | undefined {
  if (phone !== undefined) return { kind: 'phone', value: phone };
  return bsuid === undefined ? undefined : { kind: 'bsuid', value: bsuid };
}

const of = (type: string, body: unknown): JsonObject => ({ type, [type]: body });

function typedOf({ job, mediaId, filename, template }: PayloadParts): JsonObject | undefined {
  const { content } = job;
  switch (content.type) {
    case 'text':
      return of('text', { body: content.text, preview_url: content.link_preview ?? false });
    case 'image':
    case 'video':
    case 'document':
    case 'audio':
    case 'voice':
    case 'sticker':
      return mediaId === null ? undefined : mediaOf(content, mediaId, filename);
    case 'location': {
      const { latitude, longitude, name, address } = content;
      return of('location', defined({ latitude, longitude, name, address }));
    }
    case 'contacts':
      return of('contacts', content.contacts.map(contactOf));
    case 'reaction':
      return job.target === null
        ? undefined
        : of('reaction', { message_id: job.target.providerMessageId, emoji: content.emoji });
    case 'buttons':
    case 'list':
    case 'cta_url':
      return of('interactive', interactiveOf(content, mediaId, filename));
    case 'template':
      return of('template', templateOf(content, { mediaId, filename, template }));
    default:
      return undefined;
  }
}

type MediaContent = Extract<MessageContent, { type: 'image' | 'video' | 'document' | 'audio' | 'voice' | 'sticker' }>;

function mediaOf(content: MediaContent, id: string, filename: string | null | undefined): JsonObject {
  switch (content.type) {
    case 'voice':
      return { type: 'audio', audio: { id, voice: true } };
    case 'audio':
    case 'sticker':
      return { type: content.type, [content.type]: { id } };
    case 'document':
      return {
        type: 'document',
        document: defined({ id, caption: content.caption, filename: content.filename ?? filename ?? undefined }),
      };
    default:
      return { type: content.type, [content.type]: defined({ id, caption: content.caption }) };
  }
}
