import type { Store } from '../../db/database';
import { forEachRecord, insertOf } from '../../db/records';
import type { NewDelivery } from '../../events/ports';
import { DELIVERY_STATE } from '../schema';

const COLUMNS = [
  ['id', 'text'],
  ['workspace_id', 'text'],
  ['webhook_no', 'bigint'],
  ['event_sequence', 'bigint'],
  ['event_id', 'text'],
  ['event_type', 'text'],
  ['trigger', 'text'],
  ['addressed', 'boolean'],
  ['replay_id', 'text'],
  ['next_at', 'timestamptz'],
  ['created_at', 'timestamptz'],
  ['state', 'int'],
  ['cancel_reason', 'text'],
  ['completed_at', 'timestamptz'],
] as const;

const insertRecords = forEachRecord(
  COLUMNS,
  (value, source) => `${insertOf('webhook_deliveries', COLUMNS, value)} ${source}`,
);

/** The most frequent insert: one row per event and subscribed webhook. */
export async function insertDeliveries(tx: Store, rows: readonly NewDelivery[]): Promise<void> {
  await insertRecords(tx, rows.map(recordOf));
}

const recordOf = (row: NewDelivery) => ({
  id: row.id,
  workspace_id: row.workspaceId,
  webhook_no: row.webhookNo,
  event_sequence: row.eventSequence,
  event_id: row.eventId,
  event_type: row.eventType,
  trigger: row.trigger,
  addressed: row.addressed,
  replay_id: row.replayId ?? null,
  next_at: row.nextAt,
  created_at: row.createdAt,
  state: row.ended === undefined ? DELIVERY_STATE.pending : DELIVERY_STATE.canceled,
  cancel_reason: row.ended ?? null,
  completed_at: row.ended === undefined ? null : row.createdAt,
});
