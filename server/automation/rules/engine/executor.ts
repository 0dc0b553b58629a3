import { inArray } from 'drizzle-orm';

import { backgroundRunner } from '../../../db/background';
import { scoped } from '../../../db/scoped';
import { nextTurn, repeat, type Repetition } from '../../../schedule';
import { ruleRuns } from '../../schema/rules';
import { claimRuns, freeLostRuns, workspacesWithDueRuns } from '../../system/rules';
import type { Templates } from '../../templates/types';
import type { RuleMetrics } from './metrics';
import type { RunParts } from './progress';
import { goOn } from './run';
import type { RuleServices, RunRow } from './types';

const LEASE_MS = 60_000;
const SCAN_MS = 1000;
/** Workspaces whose runs go on at once, and runs of one. */
const LANES = 4;
const BATCH = 8;

interface ExecutorOptions {
  services: RuleServices;
  templates: () => Templates;
  metrics: RuleMetrics;
  /** This process, as it stands on leases. */
  owner: string;
}

/** Goes on with runs that are due: some of each workspace in turn, so that none waits for the many of another. */
export function createExecutor({ services, templates, metrics, owner }: ExecutorOptions) {
  const outside = backgroundRunner();
  const ready = new Set<string>();
  const running = new Map<string, Promise<void>>();
  let isOpen = false;
  let scans: Repetition | undefined;

  const parts = (): RunParts => ({
    services: services(),
    templates: templates(),
    metrics,
    owner,
    leaseMs: LEASE_MS,
  });

  function wake(workspaceId: string): void {
    if (!isOpen) return;
    ready.add(workspaceId);
    outside(() => setImmediate(pump));
  }

  function pump(): void {
    for (const workspaceId of ready) {
      if (!isOpen || running.size >= LANES) return;
      if (running.has(workspaceId)) continue;
      ready.delete(workspaceId);
      const lane = serve(workspaceId).finally(() => {
        running.delete(workspaceId);
        pump();
      });
      running.set(workspaceId, lane);
    }
  }

  async function serve(workspaceId: string): Promise<void> {
    const { log } = services();
    try {
      const runs = await claim(workspaceId);
      // More may be due: after those of others that wait.
      if (runs.length === BATCH) ready.add(workspaceId);
      await Promise.all(runs.map((run) => execute(run)));
    } catch (error) {
      log.error({ err: error, workspace: workspaceId }, 'runs of rules could not be claimed; trying again');
    }
    await nextTurn();
  }

  async function claim(workspaceId: string): Promise<RunRow[]> {
    const { store, now } = services();
    const at = now().getTime();
    return store.transaction(async (tx) => {
      const order = { workspaceId, owner, now: at, leaseUntil: at + LEASE_MS, limit: BATCH };
      const ids = await claimRuns(tx, order);
      return ids.length === 0 ? [] : scoped(tx, workspaceId).select(ruleRuns, { where: inArray(ruleRuns.id, ids) });
    });
  }

  async function execute(run: RunRow): Promise<void> {
    try {
      await goOn(parts(), run);
    } catch (error) {
      // What it did is committed; its lease ends, and it goes on from there.
      services().log.error({ err: error, run: run.id }, 'a run of a rule broke off; it goes on later');
    }
  }

  async function scan(): Promise<void> {
    const { store, now } = services();
    const at = now().getTime();
    await freeLostRuns(store, at);
    for (const workspaceId of await workspacesWithDueRuns(store, at)) wake(workspaceId);
  }

  return {
    wake,
    start(): void {
      isOpen = true;
      scans = repeat({ name: 'runs of rules', everyMs: SCAN_MS, jitter: 0.1, firstMs: 1, run: scan }, services().log);
    },
    async stop(): Promise<void> {
      isOpen = false;
      ready.clear();
      await scans?.stop();
      await Promise.all(running.values());
    },
    /** Resolves when nothing is due that it can find. */
    async idle(): Promise<void> {
      for (;;) {
        const { store, now } = services();
        const due = isOpen ? await workspacesWithDueRuns(store, now().getTime()) : [];
        for (const workspaceId of due) wake(workspaceId);
        if (due.length === 0 && running.size === 0 && ready.size === 0) return;
        await Bun.sleep(1);
      }
    },
  };
}
