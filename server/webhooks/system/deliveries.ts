import type { DeliveryTrigger } from '../../../shared/webhooks/deliveries';
import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { engine } from '../../db/engine';
import { withDistinctValues } from '../../db/sql-text';
import { nextTurn } from '../../next-turn';
import type { QueueBacklog } from '../../work/metrics';
import type { DeliveryRow } from './results';

export interface ClaimedDelivery extends Pick<
  DeliveryRow,
  | 'no'
  | 'id'
  | 'workspaceId'
  | 'webhookNo'
  | 'eventSequence'
  | 'eventId'
  | 'eventType'
  | 'trigger'
  | 'addressed'
  | 'attempts'
  | 'uncounted'
  | 'interruptions'
  | 'budgetFrom'
> {
  createdAt: number;
  nextAt: number;
}

const COLUMNS = [
  'no',
  'id',
  'workspace_id',
  'webhook_no',
  'event_sequence',
  'event_id',
  'event_type',
  'trigger',
  'addressed',
  'attempts',
  'uncounted',
  'interruptions',
  'budget_from',
  'created_at',
  'next_at',
];

const fromRow = (row: readonly unknown[]): ClaimedDelivery => ({
  no: Number(row[0]),
  id: String(row[1]),
  workspaceId: String(row[2]),
  webhookNo: Number(row[3]),
  eventSequence: Number(row[4]),
  eventId: String(row[5]),
  eventType: String(row[6]),
  trigger: row[7] as DeliveryTrigger,
  addressed: Boolean(row[8]),
  attempts: Number(row[9]),
  uncounted: Number(row[10]),
  interruptions: Number(row[11]),
  budgetFrom: Number(row[12]),
  createdAt: timeFromDatabase(row[13]),
  nextAt: timeFromDatabase(row[14]),
});

const DUE_ROWS = `select ${COLUMNS.join(', ')} from webhook_deliveries
  where state = 0 and webhook_no = $1 and next_at <= $2 order by next_at limit $3`;

const LEASE_ROW = `update webhook_deliveries set state = 1, attempts = attempts + 1, lease_owner = $1, lease_until = $2
  where no = $3`;

// Without MATERIALIZED the plan may lock more rows than the limit.
const CLAIM = `with c as materialized (select no from webhook_deliveries
    where state = 0 and webhook_no = $3 and next_at <= $4 order by next_at limit $5 for update skip locked)
  update webhook_deliveries d set state = 1, attempts = d.attempts + 1, lease_owner = $1, lease_until = $2
  from c where d.no = c.no returning ${COLUMNS.map((name) => `d.${name}`).join(', ')}`;

interface Claim {
  webhookNo: number;
  owner: string;
  now: number;
  leaseUntil: number;
  limit: number;
}

export async function claimDeliveries(tx: Store, claim: Claim): Promise<ClaimedDelivery[]> {
  const { webhookNo, owner, now, leaseUntil, limit } = claim;
  if (engine === 'postgres') {
    const rows = await runStatement(tx, CLAIM, [owner, timeValue(leaseUntil), webhookNo, timeValue(now), limit]);
    // RETURNING does not guarantee an order.
    return rows.map(fromRow).toSorted((a, b) => a.nextAt - b.nextAt || a.no - b.no);
  }

  // SQLite has one writer, and several small statements cost half of one large statement.
  const due = (await runStatement(tx, DUE_ROWS, [webhookNo, timeValue(now), limit])).map(fromRow);
  for (const one of due) {
    one.attempts += 1;
    await runStatement(tx, LEASE_ROW, [owner, timeValue(leaseUntil), one.no]);
  }
  return due;
}

export async function nextDueAt(store: Store, webhookNo: number): Promise<number | undefined> {
  const [row] = await runStatement(
    store,
    'select min(next_at) from webhook_deliveries where state = 0 and webhook_no = $1',
    [webhookNo],
  );
  return row?.[0] === null || row === undefined ? undefined : timeFromDatabase(row[0]);
}

export async function releaseDeliveries(tx: Store, rows: readonly { no: number; attempts: number }[], owner: string) {
  for (const { no, attempts } of rows) {
    await runStatement(
      tx,
      `update webhook_deliveries set state = 0, attempts = attempts - 1, lease_owner = null, lease_until = null
       where no = $1 and state = 1 and lease_owner = $2 and attempts = $3`,
      [no, owner, attempts],
    );
  }
}

const SELECT_DUE_WEBHOOKS = `${withDistinctValues({ table: 'webhook_deliveries', column: 'webhook_no', where: 'state = 0', after: '$1' })}
  select t.value, (select min(next_at) from webhook_deliveries where state = 0 and webhook_no = t.value) from t
  where t.value is not null limit $2`;

const WEBHOOKS_PER_PAGE = 500;

export interface DueWebhook {
  webhookNo: number;
  dueAt: number;
}

/** In pages, with the time of the first delivery. */
export async function* listDueWebhooks(store: Store): AsyncGenerator<DueWebhook[], void, undefined> {
  for (let after: unknown = 0; after !== undefined;) {
    const rows = await runStatement(store, SELECT_DUE_WEBHOOKS, [Number(after), WEBHOOKS_PER_PAGE]);
    yield rows.flatMap(([no, at]) => (at === null ? [] : [{ webhookNo: Number(no), dueAt: timeFromDatabase(at) }]));
    after = rows.length < WEBHOOKS_PER_PAGE ? undefined : rows.at(-1)?.[0];
    await nextTurn();
  }
}

export async function deliveryBacklog(store: Store, at: number): Promise<QueueBacklog> {
  let [due, first] = [0, at];
  for await (const page of listDueWebhooks(store)) {
    for (const { dueAt } of page) {
      if (dueAt > at) continue;
      due += 1;
      first = Math.min(first, dueAt);
    }
  }
  return { due, lagSeconds: (at - first) / 1000 };
}

/** Concerns deliveries that have waited for a retry since before the outage ended. Returns how many. */
export async function makeDueAfterOutage(
  tx: Store,
  { webhookNo, now, before, limit }: { webhookNo: number; now: number; before: number; limit: number },
): Promise<number> {
  const rows = await runStatement(
    tx,
    `update webhook_deliveries set next_at = $2 where no in (select no from webhook_deliveries
       where state = 0 and webhook_no = $1 and next_at > $2 and last_at <= $3 order by next_at limit $4) and state = 0
     returning no`,
    [webhookNo, timeValue(now), timeValue(before), limit],
  );
  return rows.length;
}

export async function countDeliveries(store: Store, state: 'pending' | 'in_flight'): Promise<number> {
  const [row] = await runStatement(
    store,
    `select count(*) from (select 1 from webhook_deliveries where state = ${state === 'pending' ? 0 : 1} limit 100000) as open`,
    [],
  );
  return Number(row?.[0] ?? 0);
}
