import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Batch, CreateBatch } from '../../../shared/whatsapp/batch';
import { fieldError } from '../../errors';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { traitsOf } from '../drivers/registry';
import { requirePacedBatch } from '../instances/raised-pacing';
import { requireTemplate } from '../messages/check-recipient';
import { contentFor, storeContent } from '../messages/content';
import { onInstance } from '../messages/find';
import { reserveInQueue } from '../messages/queue-quota';
import { presentBatch } from '../present/batches';
import { waBatches } from '../schema/instances';
import type { InstanceRow } from '../work-types';

/** An error of one recipient makes that message `failed`. Messages are written after the commit, in slices. */
export function createBatch(ctx: WhatsAppContext, input: CreateBatch): Promise<Batch> {
  const { instance_id, recipients, rate = null } = input;
  return onInstance(
    ctx,
    instance_id,
    async (work) => {
      requireConnected(work.instance);
      const { content } = contentFor(work.instance, input.content, 'none');
      requireForMany(work.instance, input);
      requirePacedBatch(work.instance);
      await requireTemplate(work, content);
      await reserveInQueue(work, recipients.length);
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
      work.tx.store.afterCommit(() => ctx.whatsapp.wakeBatches(work.instance));
      return presentBatch(work.tx, row);
    },
    { lock: true },
  );
}

/** Throws 422 for content for one chat only, and above the maximum number of recipients. */
function requireForMany({ driver }: InstanceRow, { content, recipients }: CreateBatch): void {
  if (content.type === 'reaction') {
    const message = 'A reaction cannot be sent to several recipients. Send it as a single message.';
    throw fieldError('unprocessable', '/content/type', 'unsupported_message_type', message);
  }
  const max = traitsOf(driver).answered.max_batch_recipients;
  if (recipients.length > max) {
    const message = `Must have at most ${max} recipients on the driver \`${driver}\`.`;
    throw fieldError('unprocessable', '/recipients', 'too_long_for_driver', message);
  }
}
