import type { ClickSql } from '../store/sql';

const LEASE_SECONDS = 10;

export interface Lease {
  acquire(): Promise<boolean>;
  /** Locks the lease until the commit. */
  isMine(tx: ClickSql): Promise<boolean>;
  release(): Promise<void>;
}

const CREATE_ROW = `insert into click_drain (id, fence, lease_until, handoff_no) values (1, 0, to_timestamp(0), 0)
  on conflict do nothing`;
const ACQUIRE = `update click_drain set owner = $1, fence = fence + 1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
  where id = 1 and (owner is null or owner = $1 or lease_until < now()) returning fence`;
const RENEW = `update click_drain set lease_until = now() + interval '${LEASE_SECONDS} seconds'
  where id = 1 and fence = $1 returning fence`;

export function createLease(sql: ClickSql, owner: string, onAcquired: () => void): Lease {
  let fence: number | undefined;

  const renew = async (on: ClickSql): Promise<boolean> => {
    if (fence === undefined) return false;
    const isRenewed = (await on.run(RENEW, [fence])).length > 0;
    if (!isRenewed) fence = undefined;
    return isRenewed;
  };
  return {
    async acquire() {
      if (await renew(sql)) return true;
      await sql.run(CREATE_ROW);
      const [row] = await sql.run(ACQUIRE, [owner]);
      fence = row && Number(row[0]);
      if (fence !== undefined) onAcquired();
      return fence !== undefined;
    },
    isMine: renew,
    async release() {
      if (fence === undefined) return;
      await sql.run('update click_drain set owner = null where id = 1 and fence = $1', [fence]);
      fence = undefined;
    },
  };
}
