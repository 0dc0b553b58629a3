import { nextTurn } from '../../next-turn';
import { type NotifiedItem, parseNotification } from '../drivers/cloud/notification';
import type { EnginePart } from '../engine-parts';
import type { ApplyEvents } from '../event-inbox';
import { whatsappSealer } from '../sealed';
import { instancesOfApp, recordEventReceived, type RawProblem, type RawRow, readRaw } from '../system/ingress';
import { workLocked } from '../work';
import type { InstanceRow, Work } from '../work-types';
import type { IngressMetrics } from './metrics';
import { targetsOf } from './targets';

export interface ProcessContext extends EnginePart {
  inbox: Pick<ApplyEvents, 'report' | 'apply'>;
  ingressMetrics: IngressMetrics;
}

export interface IngressResult {
  row: RawRow;
  problems: RawProblem[];
  failures: RawProblem[];
}

const MAX_OPEN_TRANSACTIONS = 8;
const BIG_BODY = 65_536;
/** States that an account failure ends; a manual disconnect stays. */
const ENDED_BY_FAILURE: ReadonlySet<InstanceRow['status']> = new Set(['connecting', 'connected', 'reconnecting']);

export const rawColumn = ({ appId, bodyHash }: { appId: string; bodyHash: string }): string => `${appId}:${bodyHash}`;

export async function processIngress(ctx: ProcessContext, rows: readonly RawRow[]): Promise<IngressResult[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const instances = await instancesOfApp(ctx.database, first.appId);
  const outcomes: IngressResult[] = [];
  const received = new Set<InstanceRow>();
  const waiting = new Set<Promise<void>>();
  const maxWaiting = ctx.database.orderedTransactions(MAX_OPEN_TRANSACTIONS);
  for (const row of rows) {
    const outcome: IngressResult = { row, problems: [], failures: [] };
    outcomes.push(outcome);
    for (const item of await itemsOf(ctx, outcome)) {
      for (const instance of addresseesOf(ctx, outcome, item, instances)) {
        received.add(instance);
        const step: Promise<void> = applyItems(ctx, outcome, item, instance).finally(() => waiting.delete(step));
        waiting.add(step);
        if (waiting.size >= maxWaiting) await Promise.race(waiting);
      }
    }
  }
  await Promise.all(waiting);
  await recordEventsReceived(ctx, [...received], rows.at(-1)?.at ?? first.at);
  return outcomes;
}

async function recordEventsReceived(ctx: ProcessContext, instances: readonly InstanceRow[], at: Date): Promise<void> {
  const ids = instances.map(({ id }) => id);
  await recordEventReceived(ctx.database, ids, at);
  const ended = { code: 'webhook_unverified', active: false, until: null, providerCode: null };
  for (const { id, healthReasons } of instances) {
    if (healthReasons.some(({ code }) => code === 'webhook_unverified')) {
      await ctx.inbox.report(id, [{ kind: 'health', reason: ended }]);
    }
  }
}

async function itemsOf(ctx: ProcessContext, { row, failures }: IngressResult): Promise<NotifiedItem[]> {
  try {
    const sealed = await readRaw(ctx.database, row.seq);
    if (sealed === undefined) return [];
    const body = whatsappSealer(ctx.work.secretKey).open('notification', rawColumn(row), sealed);
    const items = parseNotification(body, row.at);
    if (body.length > BIG_BODY) await nextTurn();
    if (row.problems === null) return items;
    const left = new Set(row.problems.map(({ path }) => path));
    return items.filter(({ path }) => left.has(path) || left.has(WHOLE));
  } catch (error) {
    failures.push({ path: WHOLE, message: messageOf(error) });
    ctx.work.log.error({ err: error, notification: row.seq }, 'notification unreadable');
    return [];
  }
}

const WHOLE = '';

/** Database errors contain values, so only their name is stored. */
const messageOf = (error: unknown): string =>
  `The notification could not be processed (${error instanceof Error ? error.name : typeof error}).`;

/** An item without an instance is recorded. */
function addresseesOf(
  { ingressMetrics }: ProcessContext,
  { problems }: IngressResult,
  item: NotifiedItem,
  instances: readonly InstanceRow[],
): InstanceRow[] {
  const { path, phoneNumberId, displayPhone, wabaId } = item;
  if (item.kind === 'malformed') {
    ingressMetrics.item('malformed');
    problems.push({ path, message: item.reason });
    return [];
  }
  if (item.kind === 'unknown') {
    ingressMetrics.item('unknown_type');
    return [];
  }
  const targets = targetsOf(item, instances);
  if (targets.length === 0) {
    ingressMetrics.item('unknown_number');
    problems.push({
      path,
      message: `No instance of the app is ${phoneNumberId ?? displayPhone ?? wabaId ?? 'named'}.`,
    });
  }
  return targets;
}

/** Never rejects: failures are recorded. */
async function applyItems(
  ctx: ProcessContext,
  { row, failures }: IngressResult,
  item: NotifiedItem,
  of: InstanceRow,
): Promise<void> {
  try {
    await workLocked(ctx.work, ctx.database, of, (work) => applyItem(ctx, work, item));
    ctx.ingressMetrics.item('applied');
  } catch (error) {
    ctx.ingressMetrics.item('failed');
    failures.push({ path: item.path, message: messageOf(error) });
    ctx.work.log.error(
      { err: error, instance: of.id, notification: row.seq, path: item.path },
      'provider event not applied',
    );
  }
}

async function applyItem(ctx: ProcessContext, work: Work, item: NotifiedItem): Promise<void> {
  if (item.kind !== 'events' || work.instance.deletedAt !== null) return;
  for (const driverEvent of item.events) await ctx.inbox.apply(work, driverEvent);
  const { failed: reason } = item;
  if (reason === undefined || !ENDED_BY_FAILURE.has(work.instance.status)) return;
  const { generation } = work.instance;
  await ctx.inbox.apply(work, { kind: 'connection', generation, status: 'failed', reason });
}
