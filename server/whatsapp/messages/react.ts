import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Message } from '../../../shared/whatsapp/message';
import { type ReactToMessage, SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { resolveRecipient } from '../identity/recipient';
import { requireSendable } from './check-recipient';
import { lockMessage, onInstance } from './find';
import { queueMessage } from './queue';

/** The reaction appears at the message once it is sent. */
export function reactToMessage(ctx: WhatsAppContext, input: ReactToMessage): Promise<Message> {
  const { instance_id, message_id, emoji } = input;
  return onInstance(
    ctx,
    instance_id,
    async (work) => {
      const target = await lockMessage(work, message_id);
      requireConnected(work.instance);
      requireCapability(work.instance, 'message.reaction');
      if (target.type === 'reaction' || target.deletedAt !== null || target.providerMessageId === null) {
        throw new ApiError('invalid_state', 'Only a message that was sent and not deleted can have a reaction.');
      }
      const to = await resolveRecipient(work, target.chatId, '');
      const content = { type: 'reaction', message_id, emoji } as const;
      await requireSendable(work, { to, content, pointer: '', scheduledAt: null });
      return queueMessage(work, () => ctx.whatsapp.wake(work.instance), {
        id: newId(ID_PREFIXES.message),
        to,
        content,
        media: null,
        expiresAfterSeconds: SEND_LIMITS.expiresSeconds,
      });
    },
    { lock: true },
  );
}
