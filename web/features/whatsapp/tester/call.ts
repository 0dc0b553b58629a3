import type { Instance } from '../frame';
import type { Message } from '../messages/labels';

export interface Call {
  operation: string;
  input: Record<string, unknown>;
}

/** The call that sends such a message, or simulates its arrival; undefined when there is none. */
export function callOfMessage(of: Message, instance: Instance): Call | undefined {
  const { content, media } = of;
  const same = 'media' in content && media !== null ? { ...content, media: { media_id: media.id } } : content;
  if (of.direction === 'outbound') {
    const to = of.group_id ?? of.to?.phone ?? of.to?.contact_id ?? of.chat_id;
    const reply = of.reply_to?.message_id;
    return {
      operation: 'whatsapp_messages_send',
      input: { instance_id: instance.id, to, content: same, ...(reply ? { reply_to: reply } : {}) },
    };
  }
  if (instance.livemode) {
    return { operation: 'whatsapp_messages_get', input: { instance_id: instance.id, message_id: of.id } };
  }
  const from = of.from.phone ?? of.from.contact_id;
  const event =
    content.type === 'button_reply'
      ? { type: 'button_reply', id: content.id, title: content.title }
      : { type: 'message', content: same };
  return {
    operation: 'whatsapp_sandbox_simulate_inbound',
    input: { instance_id: instance.id, from, ...(of.group_id ? { group_id: of.group_id } : {}), event },
  };
}
