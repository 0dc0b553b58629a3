import type { InboundContent } from '../../../../shared/whatsapp/content';
import { defined } from '../../../defined';
import { isJsonObject, type JsonObject, asObject, asObjects } from '../../../json-object';
import type { RemoteMedia } from '../driver-events';
import { cardOf } from './contact-card';
import { numberOf, sizeOf, textOf } from './json';
import { Malformed, needed } from './notified';
import { replyOf, systemOf } from './notified-replies';

export interface Content {
  content: InboundContent;
  media?: RemoteMedia;
}

export function contentOf(item: JsonObject, type: string): Content {
  const body = asObject(item[type]);
  switch (type) {
    case 'text':
      return { content: { type, text: needed(body['body'], 'text.body') } };
    case 'image':
    case 'video':
    case 'sticker':
    case 'document':
      return { content: captioned(type, body), media: mediaOf(body, type) };
    case 'audio':
      return { content: { type: body['voice'] === true ? 'voice' : 'audio' }, media: mediaOf(body, type) };
    case 'location':
      return { content: locationOf(body) };
    case 'contacts':
      return { content: { type, contacts: asObjects(item[type]).map(cardOf) } };
    case 'button':
      return { content: pressed(body) };
    case 'interactive':
      return { content: replyOf(body) };
    case 'order':
      return { content: orderOf(body) };
    case 'system':
      return { content: systemOf(item, body) };
    default:
      return { content: unsupportedOf(item, type) };
  }
}

function captioned(type: 'image' | 'video' | 'sticker' | 'document', body: JsonObject): InboundContent {
  const caption = textOf(body['caption']);
  const filename = textOf(body['filename']);
  if (type === 'sticker') return { type };
  if (type !== 'document') return { type, ...defined({ caption }) };
  return { type, ...defined({ caption, filename }) };
}

const DEFAULT_TYPES: Record<string, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg',
  sticker: 'image/webp',
};

function mediaOf(body: JsonObject, type: string): RemoteMedia {
  const sha256 = hashOf(textOf(body['sha256']));
  const size = sizeOf(body['file_size']);
  const filename = textOf(body['filename']);
  return {
    providerMediaId: needed(body['id'], `${type}.id`),
    mimeType: textOf(body['mime_type']) ?? DEFAULT_TYPES[type] ?? 'application/octet-stream',
    ...defined({ sha256, size, filename }),
  };
}

/** Notifications use base64, answers hexadecimal. */
export function hashOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
  return /^[A-Za-z0-9+/_-]{43}=?$/.test(text) ? Buffer.from(text, 'base64').toString('hex') : undefined;
}

function locationOf(body: JsonObject): InboundContent {
  const [latitude, longitude] = [numberOf(body['latitude']), numberOf(body['longitude'])];
  if (latitude === undefined || longitude === undefined) throw new Malformed('The location has no coordinates.');
  const [name, address] = [textOf(body['name']), textOf(body['address'])];
  return {
    type: 'location',
    latitude,
    longitude,
    ...defined({ name, address }),
  };
}

function pressed(body: JsonObject): InboundContent {
  const title = textOf(body['text']) ?? '';
  return { type: 'button_reply', id: textOf(body['payload']) ?? title, title };
}

const orderOf = (body: JsonObject): InboundContent => ({
  type: 'order',
  catalog_id: textOf(body['catalog_id']) ?? '',
  items: asObjects(body['product_items']).map((item) => ({
    product_id: textOf(item['product_retailer_id']) ?? '',
    quantity: numberOf(item['quantity']) ?? 1,
    price: numberOf(item['item_price']) ?? null,
    currency: textOf(item['currency']) ?? null,
  })),
  text: textOf(body['text']) ?? null,
});

function unsupportedOf(item: JsonObject, type: string): InboundContent {
  const [error] = asObjects(item['errors']);
  const { details } = asObject(error?.['error_data']);
  const named = isJsonObject(item['unsupported']) ? textOf(item['unsupported']['type']) : undefined;
  return {
    type: 'unsupported',
    provider_type: named ?? type,
    reason: textOf(details) ?? textOf(error?.['title']) ?? null,
  };
}
