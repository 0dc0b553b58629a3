import type { Capabilities } from '../../../../shared/automation/channel';
import { MEDIA_KINDS, TEXT_FORMATS } from '../../../../shared/automation/content';
import { MAX_BODY, MAX_TEXT } from '../../../../shared/whatsapp/content-simple';
import { mostBytes, typesOf } from '../../../whatsapp/media/classes';

/** The tightest of all drivers, as messages have it. */
export const CAPABILITIES: Capabilities = {
  max_text: MAX_TEXT,
  max_caption: MAX_BODY,
  max_parts: 10,
  formats: [...TEXT_FORMATS],
  media: MEDIA_KINDS.map((kind) => ({ kind, max_bytes: mostBytes(kind), mime_types: typesOf(kind) })),
  link_previews: true,
  receipts: ['sent', 'delivered', 'read'],
};
