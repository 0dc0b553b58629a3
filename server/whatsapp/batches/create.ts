import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Batch, CreateBatch } from '../../../shared/whatsapp/batch';
import { fieldError } from '../../errors';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { contentFor, storeContent } from '../messages/content';
import { onInstance } from '../messages/find';
import { requireTemplate } from '../messages/judge';
import { requireQueueRoom } from '../messages/room';
import { presentBatch } from '../present/batches';
import { waBatches } from '../schema/instances';
import type { InstanceRow } from '../work';

/** Recipients of a batch on WhatsApp Web: more look like spam there. */
const MOST_ON_WEB = 100;

/**
 * Takes a batch in. Whatever is wrong with all of its messages refuses it; what is wrong with one recipient makes that
 * message `failed`. The messages are written after the commit, some at a time.
 */
export function createBatch(ctx: WhatsAppContext, input: CreateBatch): Promise<Batch> {
  const { instance_id, recipients, rate = null } = input;
  return onInstance(
    ctx,
    instance_id,
    async (work) => {
      requireConnected(work.instance);
      const { content } = contentFor(work.instance, input.content, 'none');
      requireForMany(work.instance, input);
      await requireTemplate(work, content);
      await requireQueueRoom(work, recipients.length);
      const stored = await storeContent(work, ctx.whatsapp.media, content, null);
      const row = await work.tx.insert(waBatches, {
        id: newId(ID_PREFIXES.batch),
        instanceId: instance_id,
        status: 'queued',
        order: { content: stored.content, mediaId: stored.media?.id ?? null, waiting: recipients },
        total: recipients.length,
        rate,
        createdAt: work.now,
        updatedAt: work.now,
      });
      work.tx.store.afterCommit(() => ctx.whatsapp.batches.wake());
      return presentBatch(work.tx, row);
    },
    { lock: true },
  );
}

/** Throws 422 for what can only be sent to one chat, and for more than the network bears. */
function requireForMany({ driver }: InstanceRow, { content, recipients }: CreateBatch): void {
  if (content.type === 'reaction') {
    const message = 'A reaction cannot be sent to several recipients. Send it as a single message.';
    throw fieldError('unprocessable', '/content/type', 'unsupported_message_type', message);
  }
  if (driver === 'web' && recipients.length > MOST_ON_WEB) {
    const message = `Must have at most ${MOST_ON_WEB} recipients on the driver \`web\`.`;
    throw fieldError('unprocessable', '/recipients', 'too_long_for_driver', message);
  }
}
