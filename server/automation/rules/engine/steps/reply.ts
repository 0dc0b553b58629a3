import type { ActionOf } from '../../../../../shared/automation/rule-action';
import { ID_PREFIXES } from '../../../../../shared/ids';
import { exampleId } from '../../../../../shared/whatsapp/fields';
import { SendMessage } from '../../../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../../../errors';
import type { NewEvent } from '../../../../events/emit';
import { sendWithin, waInstances, workIn } from '../../../../whatsapp';
import { StepError } from '../failure';
import { parsed } from '../parsed';
import { runCause, type RunContext } from '../types';
import type { StepKind } from './step';

interface Received {
  id: string;
  chat_id: string;
  instance: { id: string };
}

export const replyStep: StepKind<ActionOf<'reply'>> = {
  tree: ({ text, content }) => content ?? { type: 'text', text: text ?? '' },

  async prepare({ automation, run }, { quote }, content) {
    const received = receivedIn(run.context);
    const input = parsed(SendMessage, {
      instance_id: received.instance.id,
      to: received.chat_id,
      content,
      ...(quote ? { reply_to: received.id } : {}),
    });
    const { access } = automation;
    const isAllowed = access.instances?.includes(input.instance_id) ?? true;
    const instance = isAllowed ? await automation.db.get(waInstances, input.instance_id) : undefined;
    if (!instance || instance.deletedAt !== null) throw gone();
    return {
      preview: { instance_id: input.instance_id, to: input.to, content: input.content },
      async apply(tx) {
        const held = await tx.get(waInstances, input.instance_id, { lock: true });
        if (!held || held.deletedAt !== null) throw gone();
        const events: NewEvent[] = [];
        const work = workIn(automation, tx, held, { lock: true, raise: (event) => events.push(event) });
        const message = await sendWithin(automation, work, input, { origin: 'automation', cause: runCause(run) });
        return { output: { message_id: message.id }, events };
      },
    };
  },

  sample: () => ({ message_id: exampleId(ID_PREFIXES.message) }),
};

const gone = (): ApiError => new ApiError('related_not_found', 'The rule cannot use the WhatsApp instance.');

function receivedIn({ event }: RunContext): Received {
  const data = event?.['type'] === 'whatsapp.message.received' ? (event['data'] as Partial<Received>) : {};
  const { id, chat_id: chatId, instance } = data;
  if (id === undefined || chatId === undefined || instance === undefined) {
    throw new StepError('nothing_to_reply_to', 'The rule can only reply to a received WhatsApp message.');
  }
  return { id, chat_id: chatId, instance };
}
