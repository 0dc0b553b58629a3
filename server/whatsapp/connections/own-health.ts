import type { HealthCode } from '../../../shared/whatsapp/instance';
import type { Database } from '../../db/database';
import type { Tell } from '../drivers/driver';
import { presentReasons } from '../present/instances';
import { cappedMessage, countUnconfirmed, instancesWithReasons } from '../queries/health';
import { findInstance } from '../system/connections';
import type { InstanceRow, WorkContext } from '../work';

/** Messages of the last hour of which nobody can tell: from so many on it is told of, and until so few are left. */
export const UNCONFIRMED = { most: 20, few: 10, withinMs: 3_600_000 } as const;
/** What this service itself finds out of an instance. */
const OWN = ['local_cap', 'unconfirmed_backlog'] as const satisfies readonly HealthCode[];
type OwnCode = (typeof OWN)[number];

interface WatchOptions {
  work: Pick<WorkContext, 'now' | 'log'>;
  database: Database;
  tell: Tell;
}

/** Sets and clears what limits an instance by our own count: a cap that messages wait for, and word that does not come. */
export function createHealthWatch({ work, database, tell }: WatchOptions) {
  const suspects = new Set<string>();
  let last: Promise<unknown> = Promise.resolve();

  async function holdsNow(instance: InstanceRow, code: OwnCode): Promise<boolean> {
    const now = work.now().getTime();
    if (code === 'local_cap') return cappedMessage(database, instance.id, now);
    const { most, few, withinMs } = UNCONFIRMED;
    const count = await countUnconfirmed(database, { instanceId: instance.id, after: now - withinMs, most });
    return count >= (hasReason(instance, code) ? few : most);
  }

  /** Returns how much has changed. */
  async function judge(id: string): Promise<number> {
    const instance = await findInstance(database, id);
    if (instance === undefined || instance.deletedAt !== null) return 0;
    let changes = 0;
    for (const code of OWN) {
      const active = await holdsNow(instance, code);
      if (active === hasReason(instance, code)) continue;
      // The provider says the same already, and until when.
      if (active && presentReasons(instance.healthReasons, work.now()).some((one) => one.code === code)) continue;
      await tell(id, [{ kind: 'health', reason: { code, active, until: null, providerCode: null } }]);
      changes += 1;
    }
    return changes;
  }

  async function judgeAll(ids: readonly string[]): Promise<number> {
    let changes = 0;
    for (const id of ids) {
      suspects.delete(id);
      changes += await judge(id);
    }
    return changes;
  }

  /** One after the other: whoever asks for a look waits for what an earlier one took over. */
  function inOrder(look: () => Promise<number>): Promise<number> {
    const next = last.then(look);
    last = next.catch(() => {});
    return next;
  }

  return {
    /** A message of the instance waits for a cap, or nobody can tell what became of it. */
    suspect: (instanceId: string): void => void suspects.add(instanceId),
    /** Looks at those that were suspected since. */
    look: (): Promise<number> => inOrder(() => judgeAll([...suspects])),
    /** Looks at those that are limited now, too: what limited them may be over. */
    lookAgain: (): Promise<number> =>
      inOrder(async () => judgeAll([...new Set([...suspects, ...(await instancesWithReasons(database, OWN))])])),
  };
}
/** By our own count: what the provider says has its code. */
const hasReason = ({ healthReasons }: InstanceRow, code: OwnCode): boolean =>
  healthReasons.some((one) => one.code === code && one.provider_code === null);
