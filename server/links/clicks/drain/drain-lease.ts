import type { ClickSql } from '../store/sql';

const LEASE_SECONDS = 10;

/** PostgreSQL: one process drains at a time. Its token is checked in each transaction, so a former one writes nothing. */
export interface Lease {
  /** Takes the lease if it is free, or keeps it. */
  take(): Promise<boolean>;
  /** Holds it until the commit. */
  isMine(tx: ClickSql): Promise<boolean>;
  release(): Promise<void>;
}

const MAKE = `insert into click_drain (id, fence, lease_until, handoff_no) values (1, 0, to_timestamp(0), 0)
  on conflict do nothing`;
const TAKE = `update click_drain set owner = $1, fence = fence + 1, lease_until = now() + interval '${LEASE_SECONDS} seconds'
  where id = 1 and (owner is null or owner = $1 or lease_until < now()) returning fence`;
const KEEP = `update click_drain set lease_until = now() + interval '${LEASE_SECONDS} seconds'
  where id = 1 and fence = $1 returning fence`;

export function createLease(sql: ClickSql, owner: string, taken: () => void): Lease {
  let fence: number | undefined;

  const keep = async (on: ClickSql): Promise<boolean> => {
    if (fence === undefined) return false;
    const isKept = (await on.run(KEEP, [fence])).length > 0;
    if (!isKept) fence = undefined;
    return isKept;
  };
  return {
    async take() {
      if (await keep(sql)) return true;
      await sql.run(MAKE);
      const [row] = await sql.run(TAKE, [owner]);
      fence = row && Number(row[0]);
      if (fence !== undefined) taken();
      return fence !== undefined;
    },
    isMine: keep,
    async release() {
      if (fence === undefined) return;
      await sql.run('update click_drain set owner = null where id = 1 and fence = $1', [fence]);
      fence = undefined;
    },
  };
}
