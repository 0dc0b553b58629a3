import { MINUTE_MS } from '../../../shared/durations';
import { codePoints } from '../../../shared/text';
import { MAX_BODY } from '../../../shared/whatsapp/content-simple';
import type { Message } from '../../../shared/whatsapp/message';
import type { EditMessage } from '../../../shared/whatsapp/message-inputs';
import { ApiError, fieldError } from '../../errors';
import { writeEdit as applyEdit } from '../apply/edit';
import { requireCapability } from '../capability';
import { presentIn } from '../connections/move';
import type { WhatsAppContext } from '../context';
import { requireTag } from '../etag';
import { ME, type MessageRow } from '../present/messages';
import { asking } from '../provider';
import { textIn } from '../text-of';
import { lockMessage, onInstance, requireMessage } from './find';
import { targetOf } from './target';

const EDIT_MINUTES = 15;

/** Edits at the provider first. Throws 409 when the message cannot be edited. */
export async function editMessage(ctx: WhatsAppContext, { text, ...id }: EditMessage): Promise<Message> {
  const { instance, row } = await requireMessage(ctx, id);
  requireCapability(instance, 'message.edit');
  requireTag(ctx, row.version);
  requireEditable(row, text, ctx.now());

  const target = await targetOf(ctx.db, row);
  await asking(ctx, instance, 'message.edit', (on) => on.driver.edit?.(on.instance, target, text));
  return onInstance(
    ctx,
    id.instance_id,
    async (work) => {
      const held = await lockMessage(work, row.id);
      return presentIn(work, (await applyEdit(work, held, text, work.now)) ?? held);
    },
    { lock: true },
  );
}

function requireEditable(row: MessageRow, text: string, now: Date): void {
  if (row.senderKey !== ME) throw new ApiError('invalid_state', 'Only messages sent by the account can be edited.');
  if (row.deletedAt !== null) throw new ApiError('invalid_state', 'The message was deleted.');
  if (textIn(row.content) === undefined)
    throw new ApiError('invalid_state', `A message of the type ${row.type} has no text to edit.`);
  const isOut = row.status === 'sent' || row.status === 'delivered' || row.status === 'read' || row.status === 'played';
  if (!isOut) throw new ApiError('invalid_state', `The message is ${row.status}. It can be edited after it is sent.`);
  const since = (row.sentAt ?? row.createdAt).getTime();
  if (now.getTime() - since > EDIT_MINUTES * MINUTE_MS) {
    throw new ApiError('invalid_state', `Messages can only be edited within ${EDIT_MINUTES} minutes after sending.`);
  }
  if (row.type !== 'text' && codePoints(text) > MAX_BODY) {
    throw fieldError('unprocessable', '/text', 'too_long_for_driver', `A caption has at most ${MAX_BODY} characters.`);
  }
}
