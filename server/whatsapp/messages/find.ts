import type { MessageId } from '../../../shared/whatsapp/message-inputs';
import { andThen, type Awaitable } from '../../awaitable';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import type { WhatsAppContext } from '../context';
import { grantedInstances, requireInstance, requireOfInstance } from '../instances/find';
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
export const requireMessage = (
  ctx: WhatsAppContext,
  { instance_id, message_id }: MessageId,
): Awaitable<{ instance: InstanceRow; row: MessageRow }> =>
  andThen(requireInstance(ctx, instance_id), (instance) =>
    andThen(messageIn(ctx.db, instance, message_id), (row) => ({ instance, row })),
  );

/** Locks the message until the end of the transaction. Throws 404. */
export const lockMessage = ({ tx, instance }: Pick<Work, 'tx' | 'instance'>, id: string): Awaitable<MessageRow> =>
  messageIn(tx, instance, id, true);

const messageIn = (db: ScopedDb, instance: InstanceRow, id: string, lock = false): Awaitable<MessageRow> =>
  andThen(db.get(waMessages, id, { lock }), (row) => requireOfInstance(row, instance.id));
