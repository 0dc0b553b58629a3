import type { DriverName } from '../../../shared/whatsapp/drivers';
import type { InstanceStatus } from '../../../shared/whatsapp/instance';
import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { FOR_UPDATE_SKIP_LOCKED, jsonColumn } from '../../db/dialect';
import { tryLock } from '../../db/locks';
import { placeholders, withDistinctValues } from '../../db/sql-text';
import { rowOf, shapeOf } from '../../db/table-shape';
import { waInstances } from '../schema/instances';
import { waMessages } from '../schema/messages';

type InstanceRow = typeof waInstances.$inferSelect;
type MessageRow = typeof waMessages.$inferSelect;

const MESSAGES = shapeOf(waMessages);

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
const OPEN = "status in ('scheduled', 'queued', 'sending', 'unconfirmed')";
const LINE = "status in ('queued', 'sending') and accepted_at is null";

/** `queuedAt` and `otherAt` are when the first message of these statuses is due. */
interface OpenInstance {
  id: string;
  workspaceId: string;
  driver: DriverName;
  status: InstanceStatus;
  /** Undefined also for a suspended or deleted workspace, which sends nothing. */
  queuedAt: number | undefined;
  otherAt: number | undefined;
}

const first = (status: string): string =>
  `(select min(m.due_at) from wa_messages m where m.instance_id = t.value and m.status = '${status}' and m.${OPEN})`;
const OPEN_INSTANCES = `${withDistinctValues({ table: 'wa_messages', column: 'instance_id', where: OPEN, after: '$1' })}
  select t.value, n.workspace_id, n.driver, n.status, case when w.state = 'active' then ${first('queued')} end,
    ${first('scheduled')}, ${first('sending')}
  from t join wa_instances n on n.id = t.value join workspaces w on w.id = n.workspace_id limit $2`;

const timeIf = (value: unknown): number | undefined => (value === null ? undefined : timeFromDatabase(value));

/** A page of the instances with open messages, in the order of their ids. */
export async function openInstances(store: Store, after: string, limit: number): Promise<OpenInstance[]> {
  const rows = await runStatement(store, OPEN_INSTANCES, [after, limit]);
  return rows.map(([id, workspaceId, driver, status, queued, scheduled, sending]) => {
    const others = [timeIf(scheduled), timeIf(sending)].filter((time) => time !== undefined);
    return {
      id: String(id),
      workspaceId: String(workspaceId),
      driver: driver as DriverName,
      status: status as InstanceStatus,
      queuedAt: timeIf(queued),
      otherAt: others.length === 0 ? undefined : Math.min(...others),
    };
  });
}

const INSTANCES = shapeOf(waInstances);
const INSTANCE = `select (select w.state from workspaces w where w.id = wa_instances.workspace_id), ${INSTANCES.names} from wa_instances where id = $1`;

export async function sendingInstance(
  store: Store,
  id: string,
): Promise<{ instance: InstanceRow; isActive: boolean } | undefined> {
  const [found] = await runStatement(store, INSTANCE, [id]);
  if (found === undefined) return undefined;
  const [state, ...row] = found;
  return { instance: rowOf(INSTANCES, row) as InstanceRow, isActive: state === 'active' };
}

/** True for the one transaction that may claim for an instance now, until it ends. */
export const tryLockSending = (tx: Store, instanceId: string): Promise<boolean> => tryLock(tx, `wa:${instanceId}`);

export interface Head {
  chatId: string;
  messageId: string;
  isBusy: boolean;
  dueAt: number;
}

interface PriorityHeads {
  heads: Head[];
  /** Of a full page, after which more follow. */
  last: string | undefined;
}

const PRIORITIES = [0, 1, 2] as const;

const inChat = (priority: number | string): string =>
  `m.instance_id = $1 and m.priority = ${priority} and m.chat_id = t.c and m.${LINE}`;
const firstInChat = (priority: number | string): string =>
  `(select min(m.id) from wa_messages m where ${inChat(priority)})`;
const nextChat = (priority: number | string, after: string): string =>
  `(select min(chat_id) from wa_messages where instance_id = $1 and priority = ${priority} and chat_id > ${after} and ${LINE})`;
/** Only a retried message may precede one that is at the provider, to keep close to its order. */
const busy = (priority: number): string =>
  `exists (select 1 from (select m.status from wa_messages m where ${inChat(priority)} order by m.id limit 16) first
    where first.status = 'sending')`;

/** Shorter than what SQLite’s connection keeps prepared. */
const CHATS = `with recursive t(priority, c, n) as (
    ${PRIORITIES.map((priority) => `select ${priority}, ${nextChat(priority, `$${priority + 3}`)}, 1`).join(' union all ')}
    union all select priority, ${nextChat('t.priority', 't.c')}, n + 1 from t where c is not null and n < $2
  )
  select priority, n, c, (select due_at from wa_messages where id = ${firstInChat('t.priority')}),
    ${PRIORITIES.map(busy).join(' or ')}, ${PRIORITIES.map(firstInChat).join(', ')}
  from t where c is not null`;

/** By priority, each after the chat of `after`. */
export async function headsByPriority(
  tx: Store,
  { instanceId, after, limit }: { instanceId: string; after: readonly string[]; limit: number },
): Promise<PriorityHeads[]> {
  const rows = await runStatement(tx, CHATS, [instanceId, limit, ...after]);
  return PRIORITIES.map((priority) => {
    const heads: Head[] = [];
    let last: string | undefined;
    for (const [line, number, chat, dueAt, isBusy, ...firsts] of rows) {
      if (Number(line) !== priority) continue;
      const chatId = String(chat);
      if (Number(number) === limit) last = chatId;
      const ids = firsts as (string | null)[];
      const [messageId] = ids.filter((id) => id !== null).toSorted();
      // A chat with several priorities is ordered by the message that is first.
      if (messageId === undefined || ids[priority] !== messageId) continue;
      heads.push({ chatId, messageId, isBusy: Boolean(isBusy), dueAt: timeIf(dueAt) ?? 0 });
    }
    return { heads, last };
  });
}

/** Returns those still claimed by `owner` whose instance is connected and workspace active. */
export async function markDispatched(
  tx: Store,
  { ids, owner, now, leaseUntil }: { ids: readonly string[]; owner: string; now: number; leaseUntil: number },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await runStatement(
    tx,
    `update wa_messages set dispatched_at = $1, lease_until = $2, due_at = $2
     where id in (${placeholders(ids, 4)}) and status = 'sending' and lease_owner = $3 and dispatched_at is null
       and exists (select 1 from wa_instances i join workspaces w on w.id = i.workspace_id
         where i.id = wa_messages.instance_id and i.status = 'connected' and w.state = 'active')
     returning id`,
    [timeValue(now), timeValue(leaseUntil), owner, ...ids],
  );
  return new Set(rows.map(([id]) => String(id)));
}

export async function renewLeases(
  tx: Store,
  { ids, owner, leaseUntil }: { ids: readonly string[]; owner: string; leaseUntil: number },
): Promise<void> {
  if (ids.length === 0) return;
  await runStatement(
    tx,
    `update wa_messages set lease_until = $1, due_at = $1
     where id in (${placeholders(ids, 3)}) and status = 'sending' and lease_owner = $2`,
    [timeValue(leaseUntil), owner, ...ids],
  );
}

export async function dueMessages(
  store: Store,
  of: { instanceId: string; status: 'scheduled' | 'sending'; now: number; limit: number },
): Promise<string[]> {
  const rows = await runStatement(
    store,
    `select id from wa_messages where instance_id = $1 and status = $2 and ${OPEN} and due_at <= $3
     order by due_at limit $4`,
    [of.instanceId, of.status, timeValue(of.now), of.limit],
  );
  return rows.map(([id]) => String(id));
}

export interface Expiry {
  id: string;
  instanceId: string;
  workspaceId: string;
  expiresAt: number;
}

const expiriesThat = (condition: string, limit: string): string =>
  `select * from (select id, instance_id, workspace_id, expires_at from wa_messages
     where status in ('scheduled', 'queued') and expires_at ${condition} order by expires_at limit ${limit}) first`;
const EXPIRED_AND_NEXT = `${expiriesThat('<= $1', '$2')} union all ${expiriesThat('> $1', '1')}`;

/** The earliest first, and the next message that expires. */
export async function expiries(store: Store, now: number, limit: number): Promise<Expiry[]> {
  const rows = await runStatement(store, EXPIRED_AND_NEXT, [timeValue(now), limit]);
  return rows.map(([id, instanceId, workspaceId, expiresAt]) => ({
    id: String(id),
    instanceId: String(instanceId),
    workspaceId: String(workspaceId),
    expiresAt: timeFromDatabase(expiresAt),
  }));
}

/** Locks and reads those that are queued; skips those locked by others. */
export async function lockQueued(tx: Store, ids: readonly string[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  const rows = await runStatement(
    tx,
    `select ${MESSAGES.names} from wa_messages where id in (${placeholders(ids)}) and status = 'queued' and priority < 3${FOR_UPDATE_SKIP_LOCKED}`,
    ids,
  );
  return rows.map((row) => rowOf(MESSAGES, row) as MessageRow);
}

/** Returns the messages that are the first of a chat without any sent message. */
export async function firstOfChats(
  tx: Store,
  messages: readonly { id: string; chatId: string }[],
): Promise<Set<string>> {
  const firsts = new Set<string>();
  for (const { id, chatId } of messages) {
    const [row] = await runStatement(tx, 'select min(id) from wa_messages where chat_id = $1', [chatId]);
    if (row?.[0] === id) firsts.add(id);
  }
  return firsts;
}

export async function leaseMessages(
  tx: Store,
  messages: readonly { id: string; statusHistory: object }[],
  { owner, now, leaseUntil }: { owner: string; now: number; leaseUntil: number },
): Promise<Set<string>> {
  const leased = new Set<string>();
  for (const { id, statusHistory } of messages) {
    const [row] = await runStatement(tx, LEASE, [
      id,
      JSON.stringify(statusHistory),
      owner,
      timeValue(leaseUntil),
      timeValue(now),
    ]);
    if (row) leased.add(id);
  }
  return leased;
}

const LEASE = `update wa_messages set status = 'sending', status_history = ${jsonColumn('$2')}, error = null, waiting = null,
    lease_owner = $3, lease_until = $4, due_at = $4, dispatched_at = null, updated_at = $5, version = version + 1
  where id = $1 and status = 'queued' returning id`;

/** With the recipients of batches whose messages are not written yet. */
export async function countWaiting(store: Store, instanceId: string, max: number): Promise<number> {
  const [row] = await runStatement(
    store,
    `select (select count(*) from (select 1 from wa_messages where instance_id = $1
       and status in ('scheduled', 'queued', 'sending', 'unconfirmed') and status in ('scheduled', 'queued')
       limit $2) as waiting),
     (select sum(b.total - (select count(*) from wa_messages m where m.batch_id = b.id and m.batch_id is not null))
       from wa_batches b where b.instance_id = $1 and b.status = 'queued' and b.status in ('queued', 'running'))`,
    [instanceId, max],
  );
  return Number(row?.[0] ?? 0) + Number(row?.[1] ?? 0);
}
