import type { Message } from '../../../shared/whatsapp/message';
import type { MessageId } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { moveMessage, presentIn } from '../connections/move';
import type { WhatsAppContext } from '../context';
import { lockMessage, onInstance } from './find';

/** Throws 409 `invalid_state` once the provider has the message. */
export function cancelMessage(ctx: WhatsAppContext, { instance_id, message_id }: MessageId): Promise<Message> {
  return onInstance(ctx, instance_id, async (work) => {
    const row = await lockMessage(work, message_id);
    const after = await moveMessage(work, row, { status: 'canceled', at: work.now, source: 'api' });
    if (after) return presentIn(work, after);
    throw new ApiError(
      'invalid_state',
      `The message is ${row.status}. Only a scheduled or queued message can be canceled.`,
    );
  });
}
