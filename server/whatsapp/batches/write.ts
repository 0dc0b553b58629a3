import { eq, sql } from 'drizzle-orm';

import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { BatchRecipient } from '../../../shared/whatsapp/batch';
import { SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { SEND_ERRORS, type SendErrorCode } from '../../../shared/whatsapp/send-errors';
import { ApiError } from '../../errors';
import { chatOfNobody } from '../identity/chat';
import { type Resolved, resolveRecipient } from '../identity/recipient';
import { checkRecipient } from '../messages/check-recipient';
import { recordRefused, queueMessage } from '../messages/queue';
import type { BatchRow } from '../present/batches';
import { BULK, HELD } from '../queue/types';
import { waBatches } from '../schema/instances';
import { waMedia } from '../schema/media';
import { sendError } from '../send-error';
import type { Work } from '../work-types';
import { fillIn } from './fill';
import { completeBatch } from './settle';

/** One transaction, so each recipient gets exactly one message. True while more follow. */
export async function writeMessages(
  work: Work,
  { batchId, count, wake }: { batchId: string; count: number; wake: () => void },
): Promise<boolean> {
  const batch = await work.tx.get(waBatches, batchId);
  if (batch?.status !== 'queued') return false;
  if (work.instance.deletedAt !== null) {
    await changeBatch(work, batchId, { status: 'canceled', completedAt: work.now });
    return false;
  }

  const { waiting } = batch.order;
  for (const recipient of waiting.slice(0, count)) await writeMessage(work, batch, recipient, wake);
  const order = { ...batch.order, waiting: waiting.slice(count) };
  if (order.waiting.length > 0) {
    await work.tx.update(waBatches, eq(waBatches.id, batchId), { order });
    return true;
  }
  await changeBatch(work, batchId, { order, status: 'running' });
  // All recipients may have failed.
  await completeBatch(work, batchId);
  return false;
}

const changeBatch = ({ tx, now }: Work, id: string, set: Partial<BatchRow>) =>
  tx.update(waBatches, eq(waBatches.id, id), { ...set, updatedAt: now, version: sql`${waBatches.version} + 1` });

async function writeMessage(
  work: Work,
  { id: batchId, order, rate }: BatchRow,
  { to: text, variables = {}, client_reference: clientReference }: BatchRecipient,
  wake: () => void,
): Promise<void> {
  const found = await refusable(() => resolveRecipient(work, text, '/to'));
  const to: Resolved =
    found instanceof ApiError ? { chat: await chatOfNobody(work, text), contact: null, group: null } : found;
  const filled = fillIn(order.content, variables);
  const content = 'error' in filled ? order.content : filled.content;
  const isPaced = rate !== null;
  const out = {
    id: newId(ID_PREFIXES.message),
    to,
    content,
    media: order.mediaId === null ? null : ((await work.tx.get(waMedia, order.mediaId)) ?? null),
    clientReference,
    metadata: { batch_id: batchId, recipient: text },
    expiresAfterSeconds: isPaced ? null : SEND_LIMITS.expiresSeconds,
    batch: {
      id: batchId,
      priority: isPaced ? HELD : BULK,
      waiting: isPaced ? { reason: 'pacing' as const, until: null } : null,
    },
  };

  const refusal =
    found instanceof ApiError
      ? found
      : await refusable(() => checkRecipient(work, { to, content, pointer: '/to', scheduledAt: null, isBulk: true }));
  if (refusal instanceof ApiError) return recordRefused(work, out, errorOf(refusal));
  if ('error' in filled) return recordRefused(work, out, filled.error);
  await queueMessage(work, wake, out);
}

async function refusable<T>(run: () => Promise<T>): Promise<T | ApiError> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const isKnown = (code: string): code is SendErrorCode => Object.hasOwn(SEND_ERRORS, code);

function errorOf({ details, message }: ApiError) {
  const code = details.errors?.[0]?.code ?? '';
  return sendError(isKnown(code) ? code : 'invalid_recipient', { message });
}
