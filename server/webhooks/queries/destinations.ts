import { runStatement, type Store } from '../../db/database';
import { placeholders } from '../../db/sql-text';
import { webhooks, type WebhookRow } from '../schema';

export type WebhookDestination = Pick<WebhookRow, 'id' | 'name' | 'url' | 'status' | 'grant'>;

export async function readWebhookDestinations(
  store: Store,
  workspaceId: string,
  ids: readonly string[],
): Promise<WebhookDestination[]> {
  if (ids.length === 0) return [];
  const parameters = placeholders(ids, 2);
  const rows = await runStatement(
    store,
    `select id, name, url, status, read_grant from "webhooks"
     where "workspace_id" = $1 and deleted_at is null and id in (${parameters})`,
    [workspaceId, ...ids],
  );
  return rows.map(([id, name, url, status, grant]) => ({
    id: String(id),
    name: name as WebhookDestination['name'],
    url: String(url),
    status: status as WebhookDestination['status'],
    grant: webhooks.grant.mapFromDriverValue(grant) as WebhookDestination['grant'],
  }));
}
