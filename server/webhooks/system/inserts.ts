import type { CancelReason, DeliveryTrigger } from '../../../shared/webhooks/deliveries';
import { runStatement, type Store, timeValue } from '../../db/database';
import { engine } from '../../db/engine';

interface NewDelivery {
  id: string;
  workspaceId: string;
  webhookNo: number;
  eventSequence: number;
  eventId: string;
  eventType: string;
  trigger: DeliveryTrigger;
  addressed: boolean;
  replayId?: string;
  nextAt: Date;
  createdAt: Date;
  /** Set for a delivery that is canceled from the start. */
  ended?: CancelReason;
}

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
const NAMES = COLUMNS.map(([name]) => name);
const INTO = `insert into webhook_deliveries (${NAMES.join(', ')})`;

const ONE = `${INTO} values (${NAMES.map((_, index) => `$${index + 1}`).join(', ')})`;
const MANY = `${INTO} select ${NAMES.map((name) => `r.${name}`).join(', ')}
  from jsonb_to_recordset($1::text::jsonb) as r(${COLUMNS.map((column) => column.join(' ')).join(', ')})`;

/** The most frequent insert: each event adds a row for each subscribed webhook. */
export async function insertDeliveries(tx: Store, rows: readonly NewDelivery[]): Promise<void> {
  if (rows.length === 0) return;
  if (engine === 'postgres') {
    await runStatement(tx, MANY, [JSON.stringify(rows.map(recordOf))]);
    return;
  }
  for (const row of rows) {
    const record = recordOf(row);
    await runStatement(
      tx,
      ONE,
      NAMES.map((name) => {
        const value = record[name];
        return typeof value === 'boolean' ? Number(value) : value;
      }),
    );
  }
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
  next_at: timeValue(row.nextAt.getTime()),
  created_at: timeValue(row.createdAt.getTime()),
  state: row.ended === undefined ? 0 : 4,
  cancel_reason: row.ended ?? null,
  completed_at: row.ended === undefined ? null : timeValue(row.createdAt.getTime()),
});
