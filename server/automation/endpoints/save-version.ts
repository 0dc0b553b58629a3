import type { ScopedDb } from '../../db/scoped';
import { makerOf } from '../../webhooks';
import type { AutomationCall } from '../context';
import type { EndpointRow } from '../inbound/call';
import { insertVersion } from '../queries/inbound';

export const saveEndpointVersion = (
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
