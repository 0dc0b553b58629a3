import type { DeliveryTrigger } from '../../../shared/webhooks/deliveries';
import { runStatement, type Store, timeOf, timeValue } from '../../db/database';

/** A lease whose process has ended. */
export interface LostLease {
  no: number;
  workspaceId: string;
  attempts: number;
  uncounted: number;
  interruptions: number;
  trigger: DeliveryTrigger;
  addressed: boolean;
  owner: string;
  leaseUntil: number;
  url: string;
  isDeleted: boolean;
}

const FIELDS = `d.no, d.workspace_id, d.attempts, d.uncounted, d.interruptions, d.trigger, d.addressed, d.lease_owner,
  d.lease_until, coalesce((select w.url from webhooks w where w.no = d.webhook_no), ''),
  exists (select 1 from webhooks w where w.no = d.webhook_no and w.deleted_at is not null)`;
const LOST = {
  sqlite: `select ${FIELDS} from webhook_deliveries d where d.state = 1 and d.lease_until < $1
    and (d.lease_until < $2 or d.trigger in ('event', 'replay')) and d.lease_owner <> $4 order by d.lease_until limit $3`,
  // A process without a heartbeat for 15 s has lost its leases, whatever their end.
  postgres: `select ${FIELDS} from webhook_deliveries d where d.state = 1
    and ((d.lease_until < $1 and (d.lease_until < $2 or d.trigger in ('event', 'replay')))
      or not exists (select 1 from nodes n
        where n.id = d.lease_owner and n.heartbeat_at > now() - interval '15 seconds'))
    and d.lease_owner <> $4
    order by d.lease_until limit $3 for update of d skip locked`,
};

interface LostRange {
  before: number;
  onceBefore: number;
  /** An owner that is alive and has results that are not written yet. */
  except: string;
  limit: number;
}

/**
 * Leases that end before `before`; of tests and resends before `onceBefore`, since any process sends them and they
 * outlive a change of the dispatcher.
 */
export async function lostLeases(tx: Store, { before, onceBefore, except, limit }: LostRange): Promise<LostLease[]> {
  const rows = await runStatement(tx, LOST, [timeValue(before), timeValue(onceBefore), limit, except]);
  return rows.map((row) => ({
    no: Number(row[0]),
    workspaceId: String(row[1]),
    attempts: Number(row[2]),
    uncounted: Number(row[3]),
    interruptions: Number(row[4]),
    trigger: row[5] as DeliveryTrigger,
    addressed: Boolean(row[6]),
    owner: String(row[7]),
    leaseUntil: timeOf(row[8]),
    url: String(row[9]),
    isDeleted: Boolean(row[10]),
  }));
}
