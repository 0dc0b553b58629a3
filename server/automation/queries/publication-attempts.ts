import { type Store, runStatement, timeValue } from '../../db/database';

export interface PublicationAttempt {
  workspaceId: string;
  deliveryId: string;
  n: number;
}

interface Begun {
  workspaceId: string;
  deliveryId: string;
  part: number;
  startedAt: Date;
}

export async function beginAttempt(
  tx: Store,
  { workspaceId, deliveryId, part, startedAt }: Begun,
): Promise<PublicationAttempt> {
  const [row] = await runStatement(
    tx,
    `insert into publication_attempts (workspace_id, delivery_id, n, part, started_at)
     values ($1, $2, coalesce((select max(n) from publication_attempts where delivery_id = $2), 0) + 1, $3, $4)
     returning n`,
    [workspaceId, deliveryId, part, timeValue(startedAt.getTime())],
  );
  return { workspaceId, deliveryId, n: Number(row?.[0]) };
}

interface Ended extends PublicationAttempt {
  outcome: 'sent' | 'failed' | 'unknown';
  response: string | null;
  completedAt: Date;
}

export async function endAttempt(
  tx: Store,
  { workspaceId, deliveryId, n, outcome, response, completedAt }: Ended,
): Promise<void> {
  await runStatement(
    tx,
    `update publication_attempts set outcome = $4, response = $5, completed_at = $6
     where workspace_id = $1 and delivery_id = $2 and n = $3`,
    [workspaceId, deliveryId, n, outcome, response, timeValue(completedAt.getTime())],
  );
}
