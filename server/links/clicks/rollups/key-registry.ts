import type { DrainTx } from '../store/drain-store';
import { DAY_DIMENSIONS, QUARTER_DIMENSIONS } from './dimensions';
import type { KeyRegistry, Sums } from './sums';

const MAX_DAYS = 5000;

// Naming the dimensions lets the index scan start at the day.
const KEYS = `select dimension, "key" from link_rollup_days where workspace_id = $1 and domain_id = $2
  and dimension in (${[...QUARTER_DIMENSIONS, ...DAY_DIMENSIONS].map((dimension) => `'${dimension}'`).join(', ')})
  and bucket = $3`;

const idOf = (workspaceId: string, domainId: string, day: number): string => `${workspaceId}${domainId}${day}`;

/** Call `forget` after a failed batch, whose rows were rolled back. */
export function createKeyRegistry() {
  const days = new Map<string, Map<string, Set<string>>>();

  const known: KeyRegistry = {
    of({ workspaceId, domainId, day }) {
      const dimensions = days.get(idOf(workspaceId, domainId, day));
      if (dimensions === undefined) throw new Error('The keys of this day were not read.');
      return (dimension) => {
        let keys = dimensions.get(dimension);
        if (keys === undefined) dimensions.set(dimension, (keys = new Set()));
        return keys;
      };
    },
  };

  return {
    ...known,
    forget: () => days.clear(),
    async load(tx: DrainTx, groups: Sums['days']): Promise<void> {
      if (days.size > MAX_DAYS) days.clear();
      for (const { workspaceId, domainId, bucket } of groups) {
        const id = idOf(workspaceId, domainId, bucket);
        if (days.has(id)) continue;
        const dimensions = new Map<string, Set<string>>();
        for (const [dimension, key] of await tx.run(KEYS, [tx.id(workspaceId), tx.id(domainId), bucket])) {
          const name = String(dimension);
          const keys = dimensions.get(name) ?? new Set();
          dimensions.set(name, keys.add(String(key)));
        }
        days.set(id, dimensions);
      }
    },
  };
}
