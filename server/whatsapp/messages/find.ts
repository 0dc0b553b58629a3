import type { MessageId } from '../../../shared/whatsapp/message-inputs';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { narrowedTo, requireInstance } from '../instances/find';
import type { MessageRow } from '../present/messages';
import { waMessages } from '../schema/messages';
import { type InstanceRow, type Work, workOn } from '../work';

/** Runs `run` in a transaction on a live instance that the caller sees, else throws 404. */
export const onInstance = <T>(
  ctx: WhatsAppContext,
  id: string,
  run: (work: Work) => Promise<T>,
  options: { lock?: boolean | 'share' } = {},
): Promise<T> =>
  workOn(
    ctx,
    ctx.db,
    id,
    (work) => {
      const isSeen = narrowedTo(ctx)?.includes(id) ?? true;
      if (work.instance.deletedAt !== null || !isSeen) throw new ApiError('not_found');
      return run(work);
    },
    options,
  );

/** A message of a live instance that the caller sees, else 404. */
export async function requireMessage(
  ctx: WhatsAppContext,
  { instance_id, message_id }: MessageId,
): Promise<{ instance: InstanceRow; row: MessageRow }> {
  const instance = await requireInstance(ctx, instance_id);
  return { instance, row: await messageIn(ctx.db, instance, message_id) };
}

/** A message of the instance, held until the end of the transaction; else 404. */
export const holdMessage = ({ tx, instance }: Pick<Work, 'tx' | 'instance'>, id: string): Promise<MessageRow> =>
  messageIn(tx, instance, id, true);

async function messageIn(db: ScopedDb, instance: InstanceRow, id: string, lock = false): Promise<MessageRow> {
  const row = await db.require(waMessages, id, { lock });
  if (row.instanceId !== instance.id) throw new ApiError('not_found');
  return row;
}
