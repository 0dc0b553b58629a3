import type { ScopedDb } from '../../db/scoped';
import { makerOf } from '../../webhooks/endpoints/create';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { insertVersion } from '../queries/inbound';

/** Notes what an endpoint is from now on, and in what that differs. */
export const keepVersion = (
  ctx: AutomationCall,
  tx: ScopedDb,
  row: EndpointRow,
  changed: readonly string[],
): Promise<void> =>
  insertVersion(tx.store, {
    workspaceId: tx.workspaceId,
    endpointId: row.id,
    version: row.version,
    config: row.config,
    changed: [...changed],
    createdBy: makerOf(ctx.actor),
    createdAt: row.updatedAt,
  });
