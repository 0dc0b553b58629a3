import type { DeliveryTrigger } from '../../../shared/webhooks/deliveries';
import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';
import { FOR_UPDATE_SKIP_LOCKED } from '../../db/dialect';
import type { LeaseTable } from '../../work/types';
import type { DeliveryRow } from './results';

/** Replaces the owner whose process is gone. The lease’s end stays, since it shows when the attempt began. */
const ENDED = 'ended';

export const DELIVERY_LEASES: LeaseTable = {
  table: 'webhook_deliveries',
  key: 'no',
  end: `lease_owner = '${ENDED}'`,
  where: `state = 1 and lease_owner <> '${ENDED}'`,
};

export interface LostLease extends Pick<
  DeliveryRow,
  'no' | 'workspaceId' | 'attempts' | 'uncounted' | 'interruptions' | 'trigger' | 'addressed'
> {
  owner: string;
  leaseUntil: number;
  url: string;
  isDeleted: boolean;
}

const FIELDS = `d.no, d.workspace_id, d.attempts, d.uncounted, d.interruptions, d.trigger, d.addressed, d.lease_owner,
  d.lease_until, coalesce((select w.url from webhooks w where w.no = d.webhook_no), ''),
  exists (select 1 from webhooks w where w.no = d.webhook_no and w.deleted_at is not null)`;
const SELECT_LOST = `select ${FIELDS} from webhook_deliveries d
  where d.state = 1 and (d.lease_until < $1 or d.lease_owner = '${ENDED}') and d.lease_owner <> $2
  order by d.lease_until limit $3${FOR_UPDATE_SKIP_LOCKED}`;

interface LostLeaseQuery {
  now: number;
  except: string;
  limit: number;
}

/** Expired leases, and leases of processes that are gone. */
export async function findLostLeases(tx: Store, { now, except, limit }: LostLeaseQuery): Promise<LostLease[]> {
  const rows = await runStatement(tx, SELECT_LOST, [timeValue(now), except, limit]);
  return rows.map((row) => ({
    no: Number(row[0]),
    workspaceId: String(row[1]),
    attempts: Number(row[2]),
    uncounted: Number(row[3]),
    interruptions: Number(row[4]),
    trigger: row[5] as DeliveryTrigger,
    addressed: Boolean(row[6]),
    owner: String(row[7]),
    leaseUntil: timeFromDatabase(row[8]),
    url: String(row[9]),
    isDeleted: Boolean(row[10]),
  }));
}
