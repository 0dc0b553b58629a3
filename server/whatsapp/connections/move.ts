import type { MessageStatus } from '../../../shared/whatsapp/message';
import type { Party } from '../../../shared/whatsapp/party';
import type { Cause } from '../../events/emit';
import { PAUSED_COLUMNS, settleBatch, batchStateFor } from '../batches/settle';
import { type MessageRow, presentMessages } from '../present/messages';
import { waMessages } from '../schema/messages';
import type { Work } from '../work-types';
import { advanceStatus, type StatusReport } from './status';

const REPORTED = ['queued', 'sent', 'delivered', 'read', 'played', 'failed', 'unconfirmed', 'canceled'] as const;
type ReportedStatus = (typeof REPORTED)[number];
const isReported = (status: MessageStatus): status is ReportedStatus =>
  (REPORTED as readonly string[]).includes(status);

interface MoveOptions {
  quiet?: boolean;
  participant?: Party | null;
}

/** Requires the lock. Without a report only `set` is written. Undefined when no change is allowed. */
export async function moveMessage(
  work: Work,
  row: MessageRow,
  report: StatusReport | undefined,
  set: Partial<MessageRow> = {},
  { quiet = false, participant = null }: MoveOptions = {},
): Promise<MessageRow | undefined> {
  const moved = report && advanceStatus(row, report);
  if (report !== undefined && moved === undefined) return undefined;

  const waitsAgain = moved?.changes.status === 'queued' && moved.previous === 'sending';
  const batchState = waitsAgain ? await batchStateFor(work, row) : 'go';
  const held = batchState === 'wait' ? PAUSED_COLUMNS : {};
  const after = await changeMessage(work, row, { ...moved?.changes, ...set, ...held });
  if (batchState === 'cancel') return moveMessage(work, after, { status: 'canceled', at: work.now, source: 'api' });

  const isNew = moved?.applied === true && moved.previous !== after.status;
  if (isNew && !quiet && isReported(after.status)) {
    const message = await presentIn(work, after);
    const data = { ...message, previous: { status: moved.previous }, participant };
    work.raise(`whatsapp.message.${after.status}`, data, { cause: causeOf(after) });
  }
  if (isNew) await settleBatch(work, after);
  return after;
}

/** Expects locked messages. The caller settles their batch. */
export async function cancelMessages(work: Work, rows: readonly MessageRow[]): Promise<void> {
  const canceled: MessageRow[] = [];
  const previous: MessageStatus[] = [];
  for (const row of rows) {
    const moved = advanceStatus(row, { status: 'canceled', at: work.now, source: 'api' });
    if (moved === undefined) continue;
    canceled.push(await changeMessage(work, row, moved.changes));
    previous.push(moved.previous);
  }
  const messages = await presentMessages(work.ctx, work.tx, canceled, [work.instance]);
  for (const [index, message] of messages.entries()) {
    const was = { previous: { status: previous[index] }, participant: null };
    work.raise('whatsapp.message.canceled', { ...message, ...was }, { cause: causeOf(canceled[index]) });
  }
}

export const causeOf = (row?: Pick<MessageRow, 'causeRunId' | 'causeDepth'>): Cause | undefined =>
  row === undefined || row.causeDepth === null ? undefined : { runId: row.causeRunId, depth: row.causeDepth };

export async function changeMessage(work: Work, row: MessageRow, set: Partial<MessageRow>): Promise<MessageRow> {
  const after = await work.tx.change(waMessages, row.id, { ...set, updatedAt: work.now });
  if (!after) throw new Error(`Message ${row.id} is gone.`);
  if (work.known?.messages.has(row.id)) work.known.messages.set(row.id, after);
  return after;
}

export async function presentIn(work: Work, row: MessageRow, contacts = work.known?.contacts) {
  const [message] = await presentMessages(work.ctx, work.tx, [row], [work.instance], contacts);
  if (!message) throw new Error('One row is one message.');
  return message;
}
