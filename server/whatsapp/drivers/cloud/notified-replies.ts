import type { InboundContent } from '../../../../shared/whatsapp/content';
import { isJsonObject, type JsonObject, asObject } from '../../../json-object';
import { textOf } from './json';
import { needed } from './notified';

export function replyOf(body: JsonObject): InboundContent {
  const type = textOf(body['type']) ?? '';
  const reply = asObject(body[type]);
  switch (type) {
    case 'button_reply':
      return { type, id: needed(reply['id'], 'button_reply.id'), title: textOf(reply['title']) ?? '' };
    case 'list_reply':
      return {
        type,
        id: needed(reply['id'], 'list_reply.id'),
        title: textOf(reply['title']) ?? '',
        description: textOf(reply['description']) ?? null,
      };
    case 'nfm_reply':
      return { type: 'flow_reply', name: textOf(reply['name']) ?? null, response: valuesOf(reply['response_json']) };
    default:
      return { type: 'unsupported', provider_type: type === '' ? 'interactive' : `interactive.${type}`, reason: null };
  }
}

function valuesOf(response: unknown): JsonObject {
  if (isJsonObject(response)) return response;
  const text = textOf(response);
  if (text === undefined) return {};
  try {
    const values: unknown = JSON.parse(text);
    return isJsonObject(values) ? values : { value: values };
  } catch {
    return { text };
  }
}

export function systemOf(item: JsonObject, body: JsonObject): InboundContent {
  const type = textOf(body['type']);
  switch (type) {
    // Meta's older name is `customer_changed_number`.
    case 'user_changed_number':
    case 'customer_changed_number':
      return {
        type: 'system',
        kind: 'number_changed',
        old_phone: withPlus(item['from']),
        new_phone: withPlus(body['wa_id'] ?? body['new_wa_id']),
      };
    case 'customer_identity_changed':
      return { type: 'system', kind: 'identity_changed', old_phone: null, new_phone: null };
    default:
      return {
        type: 'unsupported',
        provider_type: type === undefined ? 'system' : `system.${type}`,
        reason: textOf(body['body']) ?? null,
      };
  }
}

function withPlus(value: unknown): string | null {
  const digits = textOf(value)?.replace(/\D/g, '') ?? '';
  return digits === '' ? null : `+${digits}`;
}
