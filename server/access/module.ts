import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../shared/durations';
import { LIMITS } from '../../shared/limits';
import type { Module } from '../module';
import { ago, drain } from '../schedule';
import type { AccessDeps } from './context';
import { expireKeys, purgeRevokedKeys, warnExpiringKeys } from './keys/jobs';
import { countLiveKeys } from './keys/rules';
import { purgePasswordResets, purgeSessions } from './system/accounts';
import { purgeAuditEntries } from './system/audit';
import { purgeAuthChanges } from './system/auth';
import { purgeThrottle } from './system/throttle';
import { purgeDeletedWorkspaces } from './system/workspaces';

const WORKSPACE_RETENTION_MS = 7 * DAY_MS;
const MAX_ENDING_MS = 7 * DAY_MS;

export const accessModule = {
  tags: [
    { name: 'Me', of: ['me'], description: 'The API key of the request and its permissions.' },
    { name: 'Keys', of: ['keys', 'leaked_keys'], description: 'Create, update, rotate and revoke API keys.' },
    { name: 'Workspaces', of: ['workspaces'], description: 'The workspace of the key and its settings.' },
    { name: 'Members', of: ['members'], description: 'Members of the workspace and their roles.' },
    { name: 'Audit', of: ['audit_entries'], description: 'Log of all changes: who did what, and when.' },
  ],

  quotas: {
    api_keys: { used: ({ db, now }) => countLiveKeys(db, now()), limit: LIMITS.liveKeysPerWorkspace },
  },

  jobs: (services) => [
    {
      name: 'audit retention',
      everyMs: HOUR_MS,
      run: (signal) =>
        drain(signal, () =>
          purgeAuditEntries(services.store, ago(services.now, services.config.auditRetentionDays * DAY_MS)),
        ),
    },
    {
      name: 'auth changes',
      everyMs: 10 * MINUTE_MS,
      run: () => purgeAuthChanges(services.store, ago(services.now, HOUR_MS)),
    },
    {
      name: 'sessions and resets',
      everyMs: HOUR_MS,
      async run() {
        const { store, now } = services;
        await purgeSessions(store, now());
        await purgePasswordResets(store, now());
        await purgeThrottle(store, now());
      },
    },
    {
      name: 'expiry of keys',
      everyMs: MINUTE_MS,
      async run() {
        await warnExpiringKeys(services);
        await expireKeys(services);
      },
    },
    {
      name: 'revoked keys',
      everyMs: HOUR_MS,
      async run() {
        await purgeRevokedKeys(services);
      },
    },
    {
      name: 'deleted workspaces',
      everyMs: HOUR_MS,
      async run(signal) {
        const { store, now, accessPorts } = services;
        if (!accessPorts.canForgetWorkspaces()) return;
        const before = ago(now, WORKSPACE_RETENTION_MS);
        const order = {
          before,
          ending: await accessPorts.endingWorkspaces(store),
          beforeEnding: ago(now, WORKSPACE_RETENTION_MS + MAX_ENDING_MS),
          forget: (ids: string[]) => accessPorts.forgetWorkspaces(ids),
        };
        await drain(signal, () => purgeDeletedWorkspaces(store, order), 1);
      },
    },
  ],
} satisfies Module<AccessDeps>;
