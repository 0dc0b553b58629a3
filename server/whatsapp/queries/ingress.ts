import { inBackground } from '../../db/background';
import { runStatement, type Store, timeFromDatabase, timeValue } from '../../db/database';

export const FRESH = 'parsed_at is null and problems is null';
export const TRIED = 'parsed_at is null and problems is not null';

const ROWS_COUNTED = 1000;

const BYTES = [FRESH, TRIED].map(
  (kind) => `with slice as (
    select next_try_at, seq, octet_length(sealed) as bytes from wa_provider_raw
    where ${kind} and workspace_id = $1 and (next_try_at, seq) > ($2, $3)
    order by next_try_at, seq limit $4)
  select sum(bytes) over (), next_try_at, seq from slice order by next_try_at desc, seq desc limit 1`,
);

/** In slices, so that a long backlog does not block. Rows claimed meanwhile count twice or not at all. */
export function countWaitingBytes(store: Store, workspaceId: string): Promise<number> {
  return inBackground(async () => {
    let sum = 0;
    for (const statement of BYTES) {
      let last: readonly [at: number, seq: number] | undefined = [0, 0];
      while (last) {
        const [at, seq]: readonly [number, number] = last;
        const values = [workspaceId, timeValue(at), seq, ROWS_COUNTED];
        const [row] = await runStatement(store, statement, values);
        sum += Number(row?.[0] ?? 0);
        last = row && [timeFromDatabase(row[1]), Number(row[2])];
      }
    }
    return sum;
  });
}
