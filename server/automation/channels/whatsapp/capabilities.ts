import type { Capabilities } from '../../../../shared/automation/channel';
import { MEDIA_KINDS, TEXT_FORMATS } from '../../../../shared/automation/content';
import { MAX_BODY, MAX_TEXT } from '../../../../shared/whatsapp/content-simple';
import { maxBytesOf, mediaTypes } from '../../../whatsapp';

export const COMMON_CAPABILITIES: Capabilities = {
  max_text: MAX_TEXT,
  max_caption: MAX_BODY,
  max_parts: 10,
  formats: [...TEXT_FORMATS],
  media: MEDIA_KINDS.map((kind) => ({ kind, max_bytes: maxBytesOf(kind), mime_types: mediaTypes(kind) })),
  link_previews: true,
  receipts: ['sent', 'delivered', 'read'],
};
