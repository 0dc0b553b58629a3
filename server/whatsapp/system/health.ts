import { type Store, runStatement, timeValue } from '../../db/database';

/* Conditions of partial indexes are repeated exactly, since SQLite uses such an index for nothing else. */
const OPEN = "status in ('scheduled', 'queued', 'sending', 'unconfirmed')";

export async function cappedMessage(store: Store, instanceId: string, now: number): Promise<boolean> {
  const rows = await runStatement(
    store,
    `select 1 from wa_messages where instance_id = $1 and status = 'queued' and ${OPEN} and due_at > $2
       and waiting ->> 'reason' = 'new_chat_limit' limit 1`,
    [instanceId, timeValue(now)],
  );
  return rows.length > 0;
}

/** Messages that became unconfirmed after a time, counted up to a limit. */
export async function countUnconfirmed(
  store: Store,
  of: { instanceId: string; after: number; limit: number },
): Promise<number> {
  const rows = await runStatement(
    store,
    `select 1 from wa_messages where instance_id = $1 and status = 'unconfirmed' and ${OPEN} and updated_at > $2
     limit $3`,
    [of.instanceId, timeValue(of.after), of.limit],
  );
  return rows.length;
}

export async function instancesWithReasons(store: Store, codes: readonly string[]): Promise<string[]> {
  const named = codes.map((_, index) => `cast(health_reasons as text) like $${index + 1}`).join(' or ');
  const rows = await runStatement(
    store,
    `select id from wa_instances where deleted_at is null and (${named})`,
    codes.map((code) => `%"${code}"%`),
  );
  return rows.map(([id]) => String(id));
}
