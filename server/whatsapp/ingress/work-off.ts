import type { Database } from '../../db/database';
import { scoped } from '../../db/scoped';
import { nextTurn } from '../../schedule';
import { type NotifiedItem, parseNotification } from '../drivers/cloud/notification';
import type { Hear } from '../hear';
import { whatsappSealer } from '../sealed';
import { instancesOfApp, noteHeard, type RawProblem, type RawRow, readRaw } from '../system/ingress';
import { type InstanceRow, type Work, workOn, type WorkContext } from '../work';
import type { IngressFigures } from './figures';
import { targetsOf } from './targets';

export interface WorkOffContext {
  work: WorkContext;
  database: Database;
  /** This process, as it stands on leases. */
  me: string;
  hear: Pick<Hear, 'tell' | 'apply'>;
  figures: IngressFigures;
  /** Transactions that may wait at once; more than one keeps its order only where the engine does. */
  ahead: number;
}

/** What became of a notification. */
export interface Outcome {
  row: RawRow;
  /** Items for which there is nothing more to be done. */
  problems: RawProblem[];
  /** Items that may go well another time. */
  failures: RawProblem[];
}

const BIG_BODY = 65_536;
/** States that a refusal of the account ends; a connection that a person ended stays ended. */
const ENDED_BY_FAILURE: ReadonlySet<InstanceRow['status']> = new Set(['connecting', 'connected', 'reconnecting']);

/** The row’s place in the seal, which has no number yet when it is made. */
export const rawPlace = ({ appId, bodyHash }: { appId: string; bodyHash: string }): string => `${appId}:${bodyHash}`;

/** Applies every item of notifications of one app, in their order, each in a transaction of its own. */
export async function workOff(ctx: WorkOffContext, rows: readonly RawRow[]): Promise<Outcome[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const instances = await instancesOfApp(ctx.database, first.appId);
  const outcomes: Outcome[] = [];
  const heard = new Set<InstanceRow>();
  const waiting = new Set<Promise<void>>();
  for (const row of rows) {
    const outcome: Outcome = { row, problems: [], failures: [] };
    outcomes.push(outcome);
    for (const item of await itemsOf(ctx, outcome)) {
      for (const instance of addresseesOf(ctx, outcome, item, instances)) {
        heard.add(instance);
        const step: Promise<void> = tell(ctx, outcome, item, instance).finally(() => waiting.delete(step));
        waiting.add(step);
        if (waiting.size >= ctx.ahead) await Promise.race(waiting);
      }
    }
  }
  await Promise.all(waiting);
  await noteHearing(ctx, [...heard], rows.at(-1)?.at ?? first.at);
  return outcomes;
}

async function noteHearing(ctx: WorkOffContext, instances: readonly InstanceRow[], at: Date): Promise<void> {
  const ids = instances.map(({ id }) => id);
  await noteHeard(ctx.database, ids, at);
  const ended = { code: 'webhook_unverified', active: false, until: null, providerCode: null };
  for (const { id, healthReasons } of instances) {
    if (healthReasons.some(({ code }) => code === 'webhook_unverified')) {
      await ctx.hear.tell(id, [{ kind: 'health', reason: ended }]);
    }
  }
}

/** Those of its items that are still to be done. */
async function itemsOf(ctx: WorkOffContext, { row, failures }: Outcome): Promise<NotifiedItem[]> {
  try {
    const sealed = await readRaw(ctx.database, row.seq);
    if (sealed === undefined) return [];
    const body = whatsappSealer(ctx.work.secretKey).open('notification', rawPlace(row), sealed);
    const items = parseNotification(body, row.at);
    if (body.length > BIG_BODY) await nextTurn();
    if (row.problems === null) return items;
    const left = new Set(row.problems.map(({ path }) => path));
    return items.filter(({ path }) => left.has(path) || left.has(WHOLE));
  } catch (error) {
    failures.push({ path: WHOLE, message: told(error) });
    ctx.work.log.error({ err: error, notification: row.seq }, 'notification unreadable');
    return [];
  }
}

const WHOLE = '';

/** Values of a statement stand in the words of its error, so only its name is kept. */
const told = (error: unknown): string =>
  `The notification could not be processed (${error instanceof Error ? error.name : typeof error}).`;

/** Whom an item is to be told to; none where there is nothing to tell, which is noted. */
function addresseesOf(
  { figures }: WorkOffContext,
  { problems }: Outcome,
  item: NotifiedItem,
  instances: readonly InstanceRow[],
): InstanceRow[] {
  const { path, phoneNumberId, displayPhone, wabaId } = item;
  if (item.kind === 'malformed') {
    figures.item('malformed');
    problems.push({ path, message: item.reason });
    return [];
  }
  if (item.kind === 'unknown') {
    figures.item('unknown_type');
    return [];
  }
  const targets = targetsOf(item, instances);
  if (targets.length === 0) {
    figures.item('unknown_number');
    problems.push({
      path,
      message: `No instance of the app is ${phoneNumberId ?? displayPhone ?? wabaId ?? 'named'}.`,
    });
  }
  return targets;
}

/** Never rejects: what goes wrong is noted. */
async function tell(
  ctx: WorkOffContext,
  { row, failures }: Outcome,
  item: NotifiedItem,
  { id, workspaceId }: InstanceRow,
): Promise<void> {
  try {
    const db = scoped(ctx.database, workspaceId);
    await workOn(ctx.work, db, id, (work) => applyItem(ctx, work, item), { lock: true });
    ctx.figures.item('applied');
  } catch (error) {
    ctx.figures.item('failed');
    failures.push({ path: item.path, message: told(error) });
    ctx.work.log.error(
      { err: error, instance: id, notification: row.seq, path: item.path },
      'provider event not applied',
    );
  }
}

async function applyItem(ctx: WorkOffContext, work: Work, item: NotifiedItem): Promise<void> {
  if (item.kind !== 'news' || work.instance.deletedAt !== null) return;
  for (const news of item.news) await ctx.hear.apply(work, news);
  const { failed: reason } = item;
  if (reason === undefined || !ENDED_BY_FAILURE.has(work.instance.status)) return;
  const { generation } = work.instance;
  await ctx.hear.apply(work, { kind: 'connection', generation, status: 'failed', reason });
}
