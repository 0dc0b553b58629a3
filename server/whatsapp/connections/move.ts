import { eq, sql } from 'drizzle-orm';

import type { MessageStatus } from '../../../shared/whatsapp/message';
import type { Party } from '../../../shared/whatsapp/party';
import type { Cause } from '../../events/emit';
import { PAUSED_COLUMNS, settleBatch, wishOf } from '../batches/settle';
import { type MessageRow, presentMessages } from '../present/messages';
import { waMessages } from '../schema/messages';
import type { Work } from '../work';
import { advance, type Told } from './status';

const TOLD = ['queued', 'sent', 'delivered', 'read', 'played', 'failed', 'unconfirmed', 'canceled'] as const;
type ToldStatus = (typeof TOLD)[number];
const isTold = (status: MessageStatus): status is ToldStatus => (TOLD as readonly string[]).includes(status);

interface MoveOptions {
  /** Without an event. */
  quiet?: boolean;
  /** Who of a group it is told of. */
  participant?: Party | null;
}

/**
 * Brings a message, which the transaction holds, to a status: row, history and event. With `told` undefined only `set`
 * is written. Undefined: the status may not be reached from where it is, or is known, and nothing is done.
 */
export async function moveMessage(
  work: Work,
  row: MessageRow,
  told: Told | undefined,
  set: Partial<MessageRow> = {},
  { quiet = false, participant = null }: MoveOptions = {},
): Promise<MessageRow | undefined> {
  const moved = told && advance(row, told);
  if (told !== undefined && moved === undefined) return undefined;

  const waitsAgain = moved?.changes.status === 'queued' && moved.previous === 'sending';
  const wish = waitsAgain ? await wishOf(work, row) : 'go';
  const held = wish === 'hold' ? PAUSED_COLUMNS : {};
  const after = await changeMessage(work, row, { ...moved?.changes, ...set, ...held });
  if (wish === 'cancel') return moveMessage(work, after, { status: 'canceled', at: work.now, source: 'api' });

  const isNew = moved?.applied === true && moved.previous !== after.status;
  if (isNew && !quiet && isTold(after.status)) {
    const message = await presentIn(work, after);
    const data = { ...message, previous: { status: moved.previous }, participant };
    work.raise(`whatsapp.message.${after.status}`, data, { cause: causeOf(after) });
  }
  if (isNew) await settleBatch(work, after);
  return after;
}

/** Cancels messages that wait and that the transaction holds. The caller sees to their batch, once for all. */
export async function cancelMessages(work: Work, rows: readonly MessageRow[]): Promise<void> {
  const canceled: MessageRow[] = [];
  const previous: MessageStatus[] = [];
  for (const row of rows) {
    const moved = advance(row, { status: 'canceled', at: work.now, source: 'api' });
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

/** What a message goes back to. */
export const causeOf = (row?: Pick<MessageRow, 'causeRunId' | 'causeDepth'>): Cause | undefined =>
  row === undefined || row.causeDepth === null ? undefined : { runId: row.causeRunId, depth: row.causeDepth };

/** Writes columns of a message, without an event. */
export async function changeMessage(work: Work, row: MessageRow, set: Partial<MessageRow>): Promise<MessageRow> {
  const [after] = await work.tx.update(waMessages, eq(waMessages.id, row.id), {
    ...set,
    updatedAt: work.now,
    version: sql`${waMessages.version} + 1`,
  });
  if (!after) throw new Error(`Message ${row.id} is gone.`);
  return after;
}

/** A message as it is now in the transaction. */
export async function presentIn(work: Work, row: MessageRow) {
  const [message] = await presentMessages(work.ctx, work.tx, [row], [work.instance]);
  if (!message) throw new Error('One row is one message.');
  return message;
}
