import { and, asc, eq, inArray, isNull, lt } from 'drizzle-orm';

import { queries, runStatement, type Store, timeOf, timeValue } from '../../db/database';
import { engine } from '../../db/engine';
import { PURGE_ROWS } from '../../db/purge';
import { waCloudApps, waInstances, waProviderRaw } from '../schema/instances';

export type CloudAppRow = typeof waCloudApps.$inferSelect;
export type RawProblem = NonNullable<(typeof waProviderRaw.$inferSelect)['problems']>[number];

export interface NewRaw {
  workspaceId: string;
  appId: string;
  bodyHash: string;
  sealed: string;
  at: Date;
}

/** The body is read when the notification is processed. */
export interface RawRow {
  seq: number;
  workspaceId: string;
  appId: string;
  bodyHash: string;
  tries: number;
  problems: RawProblem[] | null;
  at: Date;
}

export async function findCloudApp(store: Store, ingressToken: string): Promise<CloudAppRow | undefined> {
  const [row] = await queries(store).select().from(waCloudApps).where(eq(waCloudApps.ingressToken, ingressToken));
  return row;
}

/** Meta has verified the callback address. */
export async function markVerified(store: Store, id: string, at: Date): Promise<void> {
  await queries(store).update(waCloudApps).set({ verifiedAt: at, updatedAt: at }).where(eq(waCloudApps.id, id));
}

const NAMES = 'workspace_id, app_id, body_hash, sealed, next_try_at, created_at';
const ONE = `insert into wa_provider_raw (${NAMES}, tries) values ($1, $2, $3, $4, $5, $5, 0) on conflict do nothing`;
const MANY = `insert into wa_provider_raw (${NAMES}, tries)
  select r.workspace_id, r.app_id, r.body_hash, r.sealed, r.at, r.at, 0
  from jsonb_to_recordset($1::text::jsonb)
    as r(workspace_id text, app_id text, body_hash text, sealed text, at timestamptz)
  on conflict do nothing`;

/** Stores new notifications. Throws when an app no longer exists. */
export async function insertRaw(tx: Store, rows: readonly NewRaw[]): Promise<void> {
  if (engine === 'postgres') {
    await runStatement(tx, MANY, [JSON.stringify(rows.map(recordOf))]);
    return;
  }
  for (const { workspaceId, appId, bodyHash, sealed, at } of rows) {
    await runStatement(tx, ONE, [workspaceId, appId, bodyHash, sealed, at.getTime()]);
  }
}

const recordOf = ({ workspaceId, appId, bodyHash, sealed, at }: NewRaw) => ({
  workspace_id: workspaceId,
  app_id: appId,
  body_hash: bodyHash,
  sealed,
  at: at.toISOString(),
});

/*
 * One claim for each workspace, so that an app’s notifications are processed in order and one backlog takes no more
 * than one claim. Notifications that wait for a retry have problems and block no others. Spelled as in the partial
 * indexes.
 */
const FRESH = 'parsed_at is null and problems is null';
const TRIED = 'parsed_at is null and problems is not null';
/** A loose index scan: one step for each workspace. */
const dueWorkspaces = (kind: string): string => `with recursive t(w) as (
    select min(workspace_id) from wa_provider_raw where ${kind} and workspace_id > $2
    union all
    select (select min(workspace_id) from wa_provider_raw where ${kind} and workspace_id > t.w) from t
      where t.w is not null
  )
  select t.w from t where t.w is not null
    and exists (select 1 from wa_provider_raw r where r.workspace_id = t.w and r.${kind.replace('and ', 'and r.')}
      and r.next_try_at <= $1)
    and not exists (select 1 from wa_provider_raw o where o.workspace_id = t.w and o.parsed_at is null
      and o.problems is null and o.next_try_at > $1)
  limit $3`;
const KINDS = [FRESH, TRIED].map((kind) => ({
  workspaces: dueWorkspaces(kind),
  claim: `update wa_provider_raw set next_try_at = $2, lease_owner = $4, tries = tries + 1
    where seq in (select seq from wa_provider_raw where ${kind} and workspace_id = $5 and next_try_at <= $1
      order by next_try_at, seq limit $3)
    returning seq, workspace_id, app_id, body_hash, tries, problems, created_at`,
}));

/** A page of the workspaces with notifications to claim, in the order of their ids. */
async function claimable(store: Store, now: Date, after: string, limit: number): Promise<string[]> {
  const found = new Set<string>();
  for (const { workspaces } of KINDS) {
    const rows = await runStatement(store, workspaces, [timeValue(now.getTime()), after, limit]);
    for (const [id] of rows) found.add(String(id));
  }
  return [...found].toSorted().slice(0, limit);
}

export async function hasDueRaw(store: Store, now: Date): Promise<boolean> {
  return (await claimable(store, now, '', 1)).length > 0;
}

/**
 * Claims due notifications in order, workspaces in turn from the id `after`. Undefined while another process claims.
 */
export function claimRaw(
  store: Store,
  of: { owner: string; now: Date; leaseUntil: Date; limit: number; after?: string },
): Promise<RawRow[] | undefined> {
  const { owner, now, leaseUntil, limit, after = '' } = of;
  return store.transaction(async (tx) => {
    if (!(await takeTurn(tx))) return undefined;
    const behind = await claimable(tx, now, after, limit);
    const ids = behind.length > 0 || after === '' ? behind : await claimable(tx, now, '', limit);
    const rows: RawRow[] = [];
    for (const id of ids) {
      for (const { claim } of KINDS) {
        if (rows.length >= limit) break;
        const times = [timeValue(now.getTime()), timeValue(leaseUntil.getTime())];
        const claimed = await runStatement(tx, claim, [...times, limit - rows.length, owner, id]);
        rows.push(...claimed.map(rawOf));
      }
    }
    return rows.toSorted((a, b) => a.seq - b.seq);
  });
}

async function takeTurn(tx: Store): Promise<boolean> {
  if (engine === 'sqlite') return true;
  const [row] = await runStatement(tx, "select pg_try_advisory_xact_lock(hashtextextended('wa:ingress', 0))", []);
  return row?.[0] === true;
}

const rawOf = ([seq, workspaceId, appId, bodyHash, tries, problems, at]: readonly unknown[]): RawRow => ({
  seq: Number(seq),
  workspaceId: String(workspaceId),
  appId: String(appId),
  bodyHash: String(bodyHash),
  tries: Number(tries),
  problems: (typeof problems === 'string' ? JSON.parse(problems) : problems) as RawProblem[] | null,
  at: new Date(timeOf(at)),
});

/** Bytes of sealed notifications of a workspace that are not processed. */
export async function countWaitingBytes(store: Store, workspaceId: string): Promise<number> {
  const [row] = await runStatement(
    store,
    'select sum(octet_length(sealed)) from wa_provider_raw where parsed_at is null and workspace_id = $1',
    [workspaceId],
  );
  return Number(row?.[0] ?? 0);
}

/** Undefined when the app was deleted. */
export async function readRaw(store: Store, seq: number): Promise<string | undefined> {
  const [row] = await runStatement(store, 'select sealed from wa_provider_raw where seq = $1', [seq]);
  return row === undefined ? undefined : String(row[0]);
}

const places = (values: readonly unknown[], from: number): string =>
  values.map((_, index) => `$${index + from}`).join(', ');

/** Extends the claims. */
export async function renewRaw(store: Store, seqs: readonly number[], leaseUntil: Date): Promise<void> {
  if (seqs.length === 0) return;
  await runStatement(
    store,
    `update wa_provider_raw set next_try_at = $1 where parsed_at is null and seq in (${places(seqs, 2)})`,
    [timeValue(leaseUntil.getTime()), ...seqs],
  );
}

/** Marks notifications as processed. */
export async function finishRaw(store: Store, seqs: readonly number[], at: Date): Promise<void> {
  if (seqs.length === 0) return;
  await runStatement(
    store,
    `update wa_provider_raw set parsed_at = $1, problems = null where seq in (${places(seqs, 2)})`,
    [timeValue(at.getTime()), ...seqs],
  );
}

/** Records items that failed, for good or until `nextTryAt`. */
export async function troubleRaw(
  store: Store,
  seq: number,
  { problems, parsedAt, nextTryAt }: { problems: RawProblem[]; parsedAt: Date | null; nextTryAt: Date },
): Promise<void> {
  await queries(store)
    .update(waProviderRaw)
    .set({ problems, parsedAt, nextTryAt, leaseOwner: null })
    .where(eq(waProviderRaw.seq, seq));
}

const RELEASE = `update wa_provider_raw set next_try_at = $1 where seq in (
  with recursive t(w) as (
    select min(workspace_id) from wa_provider_raw where ${FRESH}
    union all
    select (select min(workspace_id) from wa_provider_raw where ${FRESH} and workspace_id > t.w) from t
      where t.w is not null
  )
  select r.seq from t join wa_provider_raw r on r.workspace_id = t.w and r.parsed_at is null and r.problems is null
    and r.next_try_at > $1 and r.tries > 0)`;

/** Releases the claims of ended processes; only one process handles notifications. */
export async function releaseRaw(store: Store, now: Date): Promise<void> {
  await runStatement(store, RELEASE, [timeValue(now.getTime())]);
}

/** Oldest first. */
export async function purgeRaw(store: Store, before: Date): Promise<number> {
  const db = queries(store);
  const { seq, createdAt } = waProviderRaw;
  const oldest = db.select({ seq }).from(waProviderRaw).where(lt(createdAt, before)).orderBy(asc(createdAt));
  const gone = await db
    .delete(waProviderRaw)
    .where(inArray(seq, oldest.limit(PURGE_ROWS)))
    .returning({ seq });
  return gone.length;
}

export async function instancesOfApp(store: Store, appId: string) {
  return queries(store)
    .select()
    .from(waInstances)
    .where(and(eq(waInstances.appId, appId), isNull(waInstances.deletedAt)))
    .orderBy(asc(waInstances.id));
}

export async function noteHeard(store: Store, instanceIds: readonly string[], at: Date): Promise<void> {
  if (instanceIds.length === 0) return;
  await runStatement(
    store,
    `update wa_instances set last_webhook_at = $1
     where id in (${places(instanceIds, 2)}) and (last_webhook_at is null or last_webhook_at < $1)`,
    [timeValue(at.getTime()), ...instanceIds],
  );
}
