import type { LeaseTable, RunResult, Turn, WorkQueue } from '../../work/types';
import type { WorkQueues } from '../../work/work-queues';
import {
  claimRaw,
  finishRaw,
  type RawRow,
  releaseRaw,
  renewRaw,
  recordRawFailure,
  workspacesWithRaw,
} from '../system/ingress';
import { type IngressResult, processIngress, type ProcessContext } from './process';

/** Rows per claim, and per round of an app. */
const CLAIMED = 64;
const ROUND = 16;
const LEASE_SECONDS = 20;
/** Notifications stored by other processes are found within this time. */
const SHARED_SWEEP_MS = 200;
/** Afterwards a failure is final. */
const RETRIES_S = [1, 5, 30, 120, 600, 3600, 3600, 3600] as const;

/** Retries use the lease of the claim, so that other rows keep their index. */
const RAW_LEASES: LeaseTable = {
  table: 'wa_provider_raw',
  key: 'seq',
  end: 'next_try_at = created_at',
  where: 'parsed_at is null and problems is null and next_try_at > now()',
};

export interface IngressQueueOptions extends ProcessContext {
  queues: WorkQueues;
}

interface Claimed {
  left: readonly RawRow[];
  isFull: boolean;
}

const seqsOf = (rows: readonly RawRow[]): number[] => rows.map(({ seq }) => seq);
const isClean = ({ problems, failures }: IngressResult): boolean => problems.length + failures.length === 0;

export function createIngressQueue({ queues, ...ctx }: IngressQueueOptions): WorkQueue {
  const { work, database } = ctx;
  const after = (milliseconds: number): Date => new Date(work.now().getTime() + milliseconds);

  async function run(claimed: Claimed, turn: Turn): Promise<RunResult> {
    do {
      const outcomes = await processIngress(ctx, claimed.left.slice(0, ROUND));
      await settle(outcomes);
      claimed.left = claimed.left.slice(ROUND);
    } while (claimed.left.length > 0 && !turn.isOver());
    const { isFull, left } = claimed;
    await releaseRaw(database, seqsOf(left));
    return isFull || left.length > 0 ? 'more' : 'done';
  }

  async function settle(outcomes: readonly IngressResult[]): Promise<void> {
    const clean = outcomes.filter(isClean).map(({ row }) => row.seq);
    await finishRaw(database, clean, work.now());
    for (const { row, problems, failures } of outcomes.filter((one) => !isClean(one))) {
      const seconds = failures.length === 0 ? undefined : RETRIES_S[row.tries - 1];
      const parsedAt = seconds === undefined ? work.now() : null;
      const all = { problems: [...problems, ...failures], parsedAt, nextTryAt: after((seconds ?? 0) * 1000) };
      await recordRawFailure(database, row.seq, all);
    }
  }

  return queues.add<Claimed>({
    name: 'whatsapp_notifications',
    parallelLanes: 4,
    leaseSeconds: LEASE_SECONDS,
    leases: RAW_LEASES,
    sharedSweepMs: SHARED_SWEEP_MS,
    now: () => work.now(),
    due: (now) => workspacesWithRaw(database, now),
    async claim(workspaceId, claim) {
      const rows = await claimRaw(database, workspaceId, { ...claim, limit: CLAIMED });
      const isFull = rows.length === CLAIMED;
      return [...Map.groupBy(rows, ({ appId }) => appId).values()].map((left) => ({ left, isFull }));
    },
    run,
    renew: (claims, until) =>
      renewRaw(
        database,
        claims.flatMap(({ left }) => seqsOf(left)),
        until,
      ),
    // Repeating applied items is harmless.
    failed: ({ left }) => releaseRaw(database, seqsOf(left)),
  });
}
