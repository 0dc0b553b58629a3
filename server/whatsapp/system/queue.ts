import type { DriverName } from '../../../shared/whatsapp/drivers';
import type { InstanceStatus } from '../../../shared/whatsapp/instance';
import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { FOR_UPDATE_SKIP_LOCKED, jsonColumn } from '../../db/dialect';
import { tryLock } from '../../db/locks';
import { placeholders, withDistinctValues } from '../../db/sql-text';

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
const OPEN = "status in ('scheduled', 'queued', 'sending', 'unconfirmed')";
const LINE = "status in ('queued', 'sending') and accepted_at is null";

/** An instance with open messages, and when the first of each status is due. */
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
/** A loose index scan: one step for each instance. */
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

/** True for the one transaction that may claim for an instance now, until it ends. */
export const takeTurn = (tx: Store, instanceId: string): Promise<boolean> => tryLock(tx, `wa:${instanceId}`);

/** The first message in the line of a chat. */
export interface Head {
  chatId: string;
  messageId: string;
  isBusy: boolean;
  dueAt: number;
}

const minOf = (priority: number): string =>
  `(select min(m.id) from wa_messages m where m.instance_id = $1 and m.priority = ${priority} and m.chat_id = t.c
    and m.${LINE})`;
/** Only a retried message may precede one that is at the provider, to stay close to its order. */
const busy = (priority: number): string =>
  `exists (select 1 from (select m.status from wa_messages m where m.instance_id = $1 and m.priority = ${priority}
    and m.chat_id = t.c and m.${LINE} order by m.id limit 16) first where first.status = 'sending')`;
const CHATS = `with recursive t(c, n) as (
    select min(chat_id), 1 from wa_messages where instance_id = $1 and priority = $2 and chat_id > $3 and ${LINE}
    union all
    select (select min(chat_id) from wa_messages
      where instance_id = $1 and priority = $2 and chat_id > t.c and ${LINE}), n + 1
    from t where t.c is not null and n < $4
  )
  select t.c, ${[0, 1, 2].map(minOf).join(', ')}, ${[0, 1, 2].map(busy).join(' or ')}
  from t where t.c is not null`;

/** A page of the chats with waiting messages of a priority, with the first message of each. */
export async function headsOf(
  tx: Store,
  of: { instanceId: string; priority: number; after: string; limit: number },
): Promise<{ heads: Head[]; last: string | undefined }> {
  const rows = await runStatement(tx, CHATS, [of.instanceId, of.priority, of.after, of.limit]);
  const found = rows.map(([chat, ...rest]) => {
    const ids = rest.slice(0, 3) as (string | null)[];
    const [head] = ids.filter((id) => id !== null).toSorted();
    // A chat with several priorities is ordered by the message that is first.
    const isOurs = head !== undefined && ids[of.priority] === head;
    return { chatId: String(chat), messageId: head ?? '', isBusy: Boolean(rest[3]), isOurs };
  });
  const ours = found.filter(({ isOurs }) => isOurs);
  const dueAt = await dueTimes(
    tx,
    ours.map(({ messageId }) => messageId),
  );
  const heads = ours.map(({ chatId, messageId, isBusy }) => {
    return { chatId, messageId, isBusy, dueAt: dueAt.get(messageId) ?? 0 };
  });
  return { heads, last: rows.length < of.limit ? undefined : found.at(-1)?.chatId };
}

async function dueTimes(tx: Store, ids: readonly string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await runStatement(tx, `select id, due_at from wa_messages where id in (${placeholders(ids)})`, ids);
  return new Map(rows.map(([id, at]) => [String(id), timeIf(at) ?? 0]));
}

/**
 * Marks claimed messages as dispatched. Returns those still claimed by `owner` whose instance is connected and
 * workspace active.
 */
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

/** Due messages of an instance in one status, the earliest first. */
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

/** Expired messages, the earliest first, and the next one that expires. */
export async function expiries(store: Store, now: number, limit: number): Promise<Expiry[]> {
  const rows = await runStatement(store, EXPIRED_AND_NEXT, [timeValue(now), limit]);
  return rows.map(([id, instanceId, workspaceId, expiresAt]) => ({
    id: String(id),
    instanceId: String(instanceId),
    workspaceId: String(workspaceId),
    expiresAt: timeFromDatabase(expiresAt),
  }));
}

/** Locks the queued ones of these messages; skips those locked by others. */
export async function holdQueued(tx: Store, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await runStatement(
    tx,
    `select id from wa_messages where id in (${placeholders(ids)}) and status = 'queued' and priority < 3${FOR_UPDATE_SKIP_LOCKED}`,
    ids,
  );
  return rows.map(([id]) => String(id));
}

/** Which of the messages are the first of a chat that was never written to. */
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

export async function hasProviderId(
  tx: Store,
  row: { id: string; instanceId: string; chatId: string; senderKey: string },
  providerMessageId: string,
): Promise<boolean> {
  const rows = await runStatement(
    tx,
    `select 1 from wa_messages where instance_id = $1 and chat_id = $2 and sender_key = $3
       and provider_message_id = $4 and provider_message_id is not null and id <> $5`,
    [row.instanceId, row.chatId, row.senderKey, providerMessageId, row.id],
  );
  return rows.length > 0;
}

/** Leases queued messages. Returns their ids. */
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

/** Counted up to `max`. */
export async function countWaiting(store: Store, instanceId: string, max: number): Promise<number> {
  const [row] = await runStatement(
    store,
    `select count(*) from (select 1 from wa_messages where instance_id = $1
       and status in ('scheduled', 'queued', 'sending', 'unconfirmed') and status in ('scheduled', 'queued')
       limit $2) as waiting`,
    [instanceId, max],
  );
  return Number(row?.[0] ?? 0);
}
