import { runStatement, type Store, timeValue } from '../../db/database';

export interface Attempt {
  deliveryId: string;
  n: number;
}

interface Begun {
  workspaceId: string;
  deliveryId: string;
  part: number;
  startedAt: Date;
}

/** Records that a call to a provider begins; the caller holds a lock on the delivery. */
export async function beginAttempt(tx: Store, { workspaceId, deliveryId, part, startedAt }: Begun): Promise<Attempt> {
  const [row] = await runStatement(
    tx,
    `insert into publication_attempts (workspace_id, delivery_id, n, part, started_at)
     values ($1, $2, coalesce((select max(n) from publication_attempts where delivery_id = $2), 0) + 1, $3, $4)
     returning n`,
    [workspaceId, deliveryId, part, timeValue(startedAt.getTime())],
  );
  return { deliveryId, n: Number(row?.[0]) };
}

interface Ended extends Attempt {
  outcome: 'sent' | 'failed' | 'unknown';
  response: string | null;
  finishedAt: Date;
}

/** Records the result of a call to a provider. */
export async function endAttempt(tx: Store, { deliveryId, n, outcome, response, finishedAt }: Ended): Promise<void> {
  await runStatement(
    tx,
    'update publication_attempts set outcome = $3, response = $4, finished_at = $5 where delivery_id = $1 and n = $2',
    [deliveryId, n, outcome, response, timeValue(finishedAt.getTime())],
  );
}
