import type { MessageId } from '../../../shared/whatsapp/message-inputs';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { grantedInstances, requireInstance } from '../instances/find';
import type { MessageRow } from '../present/messages';
import { waMessages } from '../schema/messages';
import { workOn } from '../work';
import type { InstanceRow, Work } from '../work-types';

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
      const isSeen = grantedInstances(ctx)?.includes(id) ?? true;
      if (work.instance.deletedAt !== null || !isSeen) throw new ApiError('not_found');
      return run(work);
    },
    options,
  );

/** Throws 404, for a message of another instance too. */
export async function requireMessage(
  ctx: WhatsAppContext,
  { instance_id, message_id }: MessageId,
): Promise<{ instance: InstanceRow; row: MessageRow }> {
  const instance = await requireInstance(ctx, instance_id);
  return { instance, row: await messageIn(ctx.db, instance, message_id) };
}

/** Locked until the end of the transaction; otherwise 404. */
export const holdMessage = ({ tx, instance }: Pick<Work, 'tx' | 'instance'>, id: string): Promise<MessageRow> =>
  messageIn(tx, instance, id, true);

async function messageIn(db: ScopedDb, instance: InstanceRow, id: string, lock = false): Promise<MessageRow> {
  const row = await db.require(waMessages, id, { lock });
  if (row.instanceId !== instance.id) throw new ApiError('not_found');
  return row;
}
