import { and, asc, eq, isNull, lt } from 'drizzle-orm';

import { queries, runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { tryLock } from '../../db/locks';
import { purgeOldest } from '../../db/purge';
import { forEachRecord, insertOf } from '../../db/records';
import { placeholders, withDistinctValues } from '../../db/sql-text';
import type { Claim, DueLane } from '../../work/types';
import { FRESH, TRIED } from '../queries/ingress';
import type { CloudAppRow } from '../queries/instances';
import { waCloudApps, waInstances, waProviderRaw } from '../schema/instances';

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

export async function markVerified(store: Store, id: string, at: Date): Promise<void> {
  await queries(store).update(waCloudApps).set({ verifiedAt: at, updatedAt: at }).where(eq(waCloudApps.id, id));
}

const COLUMNS = [
  ['workspace_id', 'text'],
  ['app_id', 'text'],
  ['body_hash', 'text'],
  ['sealed', 'text'],
  ['next_try_at', 'timestamptz'],
  ['created_at', 'timestamptz'],
  ['tries', 'int'],
] as const;

const insertRawRecords = forEachRecord(
  COLUMNS,
  (value, source) => `${insertOf('wa_provider_raw', COLUMNS, value)} ${source} where true on conflict do nothing`,
);

/** Throws when an app no longer exists. */
export async function insertRaw(tx: Store, rows: readonly NewRaw[]): Promise<void> {
  await insertRawRecords(
    tx,
    rows.map(({ workspaceId, appId, bodyHash, sealed, at }) => ({
      workspace_id: workspaceId,
      app_id: appId,
      body_hash: bodyHash,
      sealed,
      next_try_at: at,
      created_at: at,
      tries: 0,
    })),
  );
}

/*
 * One claim per workspace keeps the order of an app and limits a backlog to one claim. Rows that wait for a retry have
 * problems and block no others. Spelled as in the partial indexes.
 */
/** A loose index scan: one step for each workspace, with one of its times. */
const timesOf = (kind: string, time: 'min' | 'max'): string =>
  `${withDistinctValues({ table: 'wa_provider_raw', column: 'workspace_id', where: kind })}
  select t.value, (select ${time}(r.next_try_at) from wa_provider_raw r
    where r.workspace_id = t.value and ${kind.replaceAll(/(parsed_at|problems)/g, 'r.$1')})
  from t where t.value is not null`;
const FRESH_TIMES = timesOf(FRESH, 'max');
const TRIED_TIMES = timesOf(TRIED, 'min');
const CLAIMS = [FRESH, TRIED].map(
  (kind) => `update wa_provider_raw set next_try_at = $2, lease_owner = $4, tries = tries + 1
    where seq in (select seq from wa_provider_raw where ${kind} and workspace_id = $5 and next_try_at <= $1
      order by next_try_at, seq limit $3)
    returning seq, workspace_id, app_id, body_hash, tries, problems, created_at`,
);

const OPEN_CLAIM = `select 1 from wa_provider_raw where ${FRESH} and workspace_id = $1 and next_try_at > $2 limit 1`;

/** For a workspace with an open claim, the time is the end of the claim. */
export async function workspacesWithRaw(store: Store, now: number): Promise<DueLane[]> {
  const due = new Map<string, number>();
  for (const [id, at] of await runStatement(store, FRESH_TIMES, [])) due.set(String(id), timeFromDatabase(at));
  for (const [id, at] of await runStatement(store, TRIED_TIMES, [])) {
    const fresh = due.get(String(id));
    due.set(
      String(id),
      fresh === undefined ? timeFromDatabase(at) : fresh > now ? fresh : Math.min(fresh, timeFromDatabase(at)),
    );
  }
  return [...due].map(([lane, at]) => ({ lane, at }));
}

/** In order; none while another process claims or has an open claim. */
export function claimRaw(store: Store, workspaceId: string, { owner, now, until, limit }: Claim): Promise<RawRow[]> {
  return store.transaction(async (tx) => {
    const rows: RawRow[] = [];
    if (!(await tryLock(tx, `wa:ingress:${workspaceId}`))) return rows;
    const open = await runStatement(tx, OPEN_CLAIM, [workspaceId, timeValue(now.getTime())]);
    if (open.length > 0) return rows;
    for (const claim of CLAIMS) {
      if (rows.length >= limit) break;
      const times = [timeValue(now.getTime()), timeValue(until.getTime())];
      const claimed = await runStatement(tx, claim, [...times, limit - rows.length, owner, workspaceId]);
      rows.push(...claimed.map(rawOf));
    }
    return rows.toSorted((a, b) => a.seq - b.seq);
  });
}

const rawOf = ([seq, workspaceId, appId, bodyHash, tries, problems, at]: readonly unknown[]): RawRow => ({
  seq: Number(seq),
  workspaceId: String(workspaceId),
  appId: String(appId),
  bodyHash: String(bodyHash),
  tries: Number(tries),
  problems: (typeof problems === 'string' ? JSON.parse(problems) : problems) as RawProblem[] | null,
  at: new Date(timeFromDatabase(at)),
});

/** Undefined when the app was deleted. */
export async function readRaw(store: Store, seq: number): Promise<string | undefined> {
  const [row] = await runStatement(store, 'select sealed from wa_provider_raw where seq = $1', [seq]);
  return row === undefined ? undefined : String(row[0]);
}

export async function renewRaw(store: Store, seqs: readonly number[], leaseUntil: Date): Promise<void> {
  if (seqs.length === 0) return;
  await runStatement(
    store,
    `update wa_provider_raw set next_try_at = $1 where parsed_at is null and seq in (${placeholders(seqs, 2)})`,
    [timeValue(leaseUntil.getTime()), ...seqs],
  );
}

/** The rows keep their order for the next claim. */
export async function releaseRaw(store: Store, seqs: readonly number[]): Promise<void> {
  if (seqs.length === 0) return;
  const where = `parsed_at is null and seq in (${placeholders(seqs)})`;
  await runStatement(store, `update wa_provider_raw set next_try_at = created_at where ${where}`, seqs);
}

export async function finishRaw(store: Store, seqs: readonly number[], at: Date): Promise<void> {
  if (seqs.length === 0) return;
  await runStatement(
    store,
    `update wa_provider_raw set parsed_at = $1, problems = null where seq in (${placeholders(seqs, 2)})`,
    [timeValue(at.getTime()), ...seqs],
  );
}

/** The failure is final without `nextTryAt`. */
export async function recordRawFailure(
  store: Store,
  seq: number,
  { problems, parsedAt, nextTryAt }: { problems: RawProblem[]; parsedAt: Date | null; nextTryAt: Date },
): Promise<void> {
  await queries(store)
    .update(waProviderRaw)
    .set({ problems, parsedAt, nextTryAt, leaseOwner: null })
    .where(eq(waProviderRaw.seq, seq));
}

export function purgeRaw(store: Store, before: Date): Promise<number> {
  const { seq, createdAt } = waProviderRaw;
  return purgeOldest(store, waProviderRaw, { key: seq, by: createdAt, where: lt(createdAt, before) });
}

export async function instancesOfApp(store: Store, appId: string) {
  return queries(store)
    .select()
    .from(waInstances)
    .where(and(eq(waInstances.appId, appId), isNull(waInstances.deletedAt)))
    .orderBy(asc(waInstances.id));
}

export async function recordEventReceived(store: Store, instanceIds: readonly string[], at: Date): Promise<void> {
  if (instanceIds.length === 0) return;
  await runStatement(
    store,
    `update wa_instances set last_webhook_at = $1
     where id in (${placeholders(instanceIds, 2)}) and (last_webhook_at is null or last_webhook_at < $1)`,
    [timeValue(at.getTime()), ...instanceIds],
  );
}
