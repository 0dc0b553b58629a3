import { expireKeys, purgeRevokedKeys, warnExpiringKeys } from './access/keys/jobs';
import { purgePasswordResets, purgeSessions } from './access/system/accounts';
import { purgeAuthChanges } from './access/system/auth';
import { listRetentions } from './access/system/retentions';
import { purgeThrottle } from './access/system/throttle';
import { purgeDeletedWorkspaces } from './access/system/workspaces';
import { dropUnusedFiles } from './automation/inbound/retention';
import { purgeOldPublications } from './automation/publications/retention';
import {
  purgeDeletedEndpoints,
  purgeInboundBodies,
  purgeInboundHours,
  purgeInboundKeys,
  purgeInboundRequests,
} from './automation/system/inbound';
import { purgeRuleRuns } from './automation/system/rules';
import { PURGE_ROWS } from './db/purge';
import { purgeReservations } from './idempotency/system/idempotency';
import { judgeStoredLinks } from './links/blocked';
import { sweepImportFiles } from './links/imports/worker';
import { forgetRemovedLinks, LINKS_AT_A_TIME, tellExpiredLinks } from './links/links/jobs';
import { purgeLinkChanges } from './links/system/changes';
import { repeat, type Repetition, type Task } from './schedule';
import type { Services } from './services';
import { purgeAuditEntries, purgeEvents, purgeRequestLogs } from './system/retention';
import { purgeUsage, startOf } from './usage/system/usage';
import { endForGone, judgeWebhooks, purgeDeliveryLog } from './webhooks/dispatcher/jobs';
import { endDeletedInstances } from './whatsapp/instances/jobs';
import { purgeEarlyNews } from './whatsapp/queries/messages';
import { purgeRaw } from './whatsapp/system/ingress';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MINUTES_KEPT_MS = 48 * HOUR;
const HOURS_KEPT_MS = 90 * DAY;
const DAYS_KEPT_MONTHS = 25;
const REQUESTS_KEPT = 100_000;
const WORKSPACE_KEPT_MS = 7 * DAY;
const EARLY_KEPT_MS = 7 * DAY;

export function jobsOf(services: Services): Task[] {
  const { config, store, now } = services;
  const ago = (milliseconds: number): Date => new Date(now().getTime() - milliseconds);

  return [
    {
      name: 'idempotency records',
      everyMs: HOUR,
      run: (signal) => drain(signal, () => purgeReservations(store, now())),
    },
    {
      name: 'audit retention',
      everyMs: HOUR,
      run: (signal) => drain(signal, () => purgeAuditEntries(store, ago(config.auditRetentionDays * DAY))),
    },
    // Before the events: what waits for a body that is about to go has to end first.
    { name: 'delivery retention', everyMs: HOUR / 2, run: (signal) => purgeDeliveryLog(services, signal) },
    { name: 'deliveries of gone webhooks', everyMs: MINUTE, run: (signal) => endForGone(services, signal) },
    { name: 'health of webhooks', everyMs: MINUTE, run: () => judgeWebhooks(services) },
    {
      name: 'event retention',
      everyMs: HOUR,
      async run(signal) {
        for await (const { id: workspaceId, eventDays } of listRetentions(store)) {
          const before = ago((eventDays ?? config.eventRetentionDays) * DAY);
          await drain(signal, () => purgeEvents(store, { workspaceId, before }));
        }
      },
    },
    { name: 'request log retention', everyMs: 10 * MINUTE, run: (signal) => purgeAllRequestLogs(services, signal) },
    {
      name: 'usage retention',
      everyMs: HOUR,
      async run(signal) {
        await drain(signal, () => purgeUsage(store, 'minute', startOf('hour', ago(MINUTES_KEPT_MS).getTime())), 1);
        await drain(signal, () => purgeUsage(store, 'hour', startOf('day', ago(HOURS_KEPT_MS).getTime())), 1);
        await drain(signal, () => purgeUsage(store, 'day', monthsBefore(now(), DAYS_KEPT_MONTHS)), 1);
      },
    },
    { name: 'auth changes', everyMs: 10 * MINUTE, run: () => purgeAuthChanges(store, ago(HOUR)) },
    {
      name: 'sessions and resets',
      everyMs: HOUR,
      async run() {
        await purgeSessions(store, now());
        await purgePasswordResets(store, now());
        await purgeThrottle(store, now());
      },
    },
    {
      name: 'expiry of keys',
      everyMs: MINUTE,
      async run() {
        await warnExpiringKeys(services);
        await expireKeys(services);
      },
    },
    { name: 'lists of blocked hosts', everyMs: MINUTE, run: blockListed(services) },
    {
      name: 'inbound requests',
      everyMs: 10 * MINUTE,
      async run(signal) {
        const before = ago(config.inboundRetentionDays * DAY);
        await drain(signal, () => purgeInboundRequests(store, before));
        await drain(signal, () => purgeInboundBodies(store, now()));
        await drain(signal, () => purgeInboundKeys(store, now()));
        await drain(signal, () => dropUnusedFiles(services), 50);
        await purgeInboundHours(store, before);
        await purgeDeletedEndpoints(store, before);
      },
    },
    {
      name: 'revoked keys',
      everyMs: HOUR,
      async run() {
        await purgeRevokedKeys(services);
      },
    },
    {
      name: 'expiry of links',
      everyMs: MINUTE / 4,
      run: (signal) => drain(signal, () => tellExpiredLinks(services), LINKS_AT_A_TIME),
    },
    {
      name: 'clicks of deleted links',
      everyMs: MINUTE,
      run: (signal) => drain(signal, () => forgetRemovedLinks(services), LINKS_AT_A_TIME),
    },
    { name: 'files of imports', everyMs: HOUR, run: () => sweepImportFiles(services) },
    { name: 'upkeep of clicks', everyMs: 10 * MINUTE, run: (signal) => services.clicks.maintain(signal) },
    {
      name: 'deleted WhatsApp instances',
      everyMs: 5 * MINUTE,
      run: (signal) => endDeletedInstances(services, signal),
    },
    {
      name: 'early word of WhatsApp messages',
      everyMs: HOUR,
      run: (signal) => drain(signal, () => purgeEarlyNews(store, ago(EARLY_KEPT_MS))),
    },
    {
      name: 'notifications of WhatsApp',
      everyMs: HOUR,
      run: (signal) => drain(signal, () => purgeRaw(store, ago(EARLY_KEPT_MS))),
    },
    {
      name: 'publication retention',
      everyMs: HOUR,
      run: (signal) => purgeOldPublications(services, signal),
    },
    {
      name: 'runs of rules',
      everyMs: HOUR,
      run: (signal) => drain(signal, () => purgeRuleRuns(store, ago(config.ruleRunRetentionDays * DAY), PURGE_ROWS)),
    },
    { name: 'link changes', everyMs: 10 * MINUTE, run: () => purgeLinkChanges(store, ago(HOUR)) },
    {
      name: 'deleted workspaces',
      everyMs: HOUR,
      async run(signal) {
        if (!services.clicks.isDraining()) return;
        const before = ago(WORKSPACE_KEPT_MS);
        await drain(
          signal,
          () => purgeDeletedWorkspaces(store, before, (ids) => services.clicks.store.forgetWorkspaces(ids)),
          1,
        );
      },
    },
  ];
}

/** A list may have changed before the start: then the first run judges every link. */
function blockListed(services: Services): Task['run'] {
  let judged: number | undefined;
  return async (signal) => {
    await services.linkBlocklist.refresh();
    const { version } = services.linkBlocklist;
    await judgeStoredLinks(services, version !== judged, signal);
    if (!signal.aborted) judged = version;
  };
}

export interface Jobs {
  start(): void;
  stop(): Promise<void>;
}

/** Runs the jobs again and again, each for itself. Nothing runs before `start`. */
export function createJobs(services: Services): Jobs {
  let repetitions: Repetition[] = [];
  return {
    start() {
      repetitions = jobsOf(services).map((job) => {
        // Soon after the start, but not at once: a process that restarts in a loop must not purge in a loop.
        const firstMs = Math.min(job.everyMs, MINUTE) * (0.5 + Math.random() / 2);
        return repeat({ jitter: 0.1, firstMs, ...job }, services.log);
      });
    },
    async stop() {
      await Promise.all(repetitions.map((repetition) => repetition.stop()));
    },
  };
}

/** Repeats a purge until it deletes fewer than `full` rows; requests get their turn between two. */
async function drain(signal: AbortSignal, purge: () => Promise<number>, full = PURGE_ROWS): Promise<void> {
  while (!signal.aborted && (await purge()) >= full) await Bun.sleep(1);
}

async function purgeAllRequestLogs({ store, now }: Services, signal: AbortSignal): Promise<void> {
  for await (const { id: workspaceId, logDays } of listRetentions(store)) {
    const before = new Date(now().getTime() - logDays * DAY);
    await drain(signal, () => purgeRequestLogs(store, { workspaceId, before, keep: REQUESTS_KEPT }));
    if (signal.aborted) return;
  }
}

function monthsBefore(time: Date, months: number): Date {
  const date = startOf('day', time.getTime());
  date.setUTCMonth(date.getUTCMonth() - months);
  return date;
}
