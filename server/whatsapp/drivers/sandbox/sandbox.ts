import { DEFAULT_DELAYS, DEFAULT_SANDBOX, type SandboxSettings } from '../../../../shared/whatsapp/drivers/sandbox';
import type { CreateInstance } from '../../../../shared/whatsapp/instance-inputs';
import { defined } from '../../../defined';
import type { DriverModule } from '../module';
import { NO_LIMITS } from '../traits';
import { createSandboxDriver } from './driver';

function settingsOf(given: CreateInstance['sandbox'], before: SandboxSettings = DEFAULT_SANDBOX): SandboxSettings {
  const { delays_ms: delays, ...rest } = given ?? {};
  return {
    ...before,
    ...defined(rest),
    delays_ms: { ...DEFAULT_DELAYS, ...before.delays_ms, ...defined(delays ?? {}) },
  };
}

export const sandboxModule: DriverModule = {
  traits: {
    title: 'Sandbox',
    description:
      'A simulated network on this server, for tests and for learning the API without a phone. No message leaves the server. The last digits of a number decide how it behaves.',
    answered: {
      pairing: 'optional',
      pacing: { description: 'No limits.', max_per_minute: 60, jitter_ms: [0, 0] },
      max_batch_recipients: 1000,
      send_window: false,
      proxy: false,
      profile_name: true,
      join_approval: 'any_time',
    },
    isSimulated: true,
    sendWindow: 'noted',
    limits: () => NO_LIMITS,
    pacingBounds: null,
    burst: () => 1,
    parallelSends: 64,
    recipientIds: ['phone', 'bsuid', 'lid'],
    typingNeedsInbound: false,
    typingEndsItself: false,
    hasWebhook: false,
    checksTemplates: false,
    lockedProfile: {},
    hasSocket: false,
    readsGroups: false,
  },
  instances: {
    create: (_ctx, input) => async () => ({ sandbox: settingsOf(input.sandbox) }),
    change: async (_ctx, _row, { sandbox: given }) =>
      given && { columns: async (_tx, row) => ({ sandbox: settingsOf(given, row.sandbox ?? undefined) }) },
    reveal: ({ sandbox: kept }) => ({ sandbox: kept }),
    present: async (_ctx, _db, rows) => new Map(rows.map(({ id, sandbox: kept }) => [id, kept ?? DEFAULT_SANDBOX])),
  },
  open: createSandboxDriver,
};
