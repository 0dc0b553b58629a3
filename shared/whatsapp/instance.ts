import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, timestamp } from '../text';
import { exampleId, metadata } from './fields';

export const DRIVERS = ['sandbox', 'cloud', 'web'] as const;
export type DriverName = (typeof DRIVERS)[number];

export const INSTANCE_STATUSES = [
  'created',
  'pairing',
  'connecting',
  'connected',
  'reconnecting',
  'disconnected',
  'logged_out',
  'failed',
] as const;
export type InstanceStatus = (typeof INSTANCE_STATUSES)[number];

export const STATUS_REASONS = [
  'user_stopped',
  'qr_expired',
  'passkey_required',
  'device_removed',
  'replaced_by_other_client',
  'banned',
  'bad_session',
  'client_outdated',
  'reconnect_limit',
  'network',
  'token_invalid',
  'permission_missing',
  'phone_not_registered',
  'account_locked',
  'driver_not_installed',
] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

export const HEALTH_CODES = [
  'reachout_timelock',
  'new_chat_cap',
  'quality_red',
  'spam_limited',
  'billing_problem',
  'pair_limited',
  'unconfirmed_backlog',
  'webhook_unverified',
  'offline',
  'local_cap',
] as const;
export type HealthCode = (typeof HEALTH_CODES)[number];

export const QUALITY_RATINGS = ['green', 'yellow', 'red', 'na'] as const;
export type QualityRating = (typeof QUALITY_RATINGS)[number];

/** What a problem `instance_not_connected` tells to do. */
export const INSTANCE_ACTIONS = ['pair', 'reconnect', 'fix_credentials', 'none'] as const;
export type InstanceAction = (typeof INSTANCE_ACTIONS)[number];

export const SCENARIOS = ['happy', 'flaky', 'logged_out', 'banned'] as const;
export type Scenario = (typeof SCENARIOS)[number];
export const SYNC_HISTORIES = ['none', 'recent', 'full'] as const;

const status = () => z.enum(INSTANCE_STATUSES).describe('State of the connection.');
const statusReason = () => z.enum(STATUS_REASONS).nullable().describe('Why it is in this state.');
const time = (what: string) => timestamp().nullable().describe(what);

export const HealthReason = z.strictObject({
  code: z
    .enum(HEALTH_CODES)
    .describe(
      'What limits it. `local_cap`: messages wait for a cap on new chats. `unconfirmed_backlog`: of twenty messages or more of the last hour nobody can tell whether they were sent.',
    ),
  until: time('Until when; null where nobody knows.'),
  provider_code: z.string().nullable().describe('The provider’s code.'),
});
export type HealthReason = z.output<typeof HealthReason>;

export const InstanceHealth = z.strictObject({
  sending: z
    .enum(['ok', 'limited', 'blocked'])
    .describe('Whether messages go out. `blocked` also while the instance is neither connected nor reconnecting.'),
  reasons: z.array(HealthReason).describe('What limits it.'),
  quality_rating: z.enum(QUALITY_RATINGS).nullable().describe('Meta’s rating of the number.'),
  messaging_limit: z.string().nullable().describe('Meta’s tier: people to write to in 24 hours, such as `1k`.'),
  queued: z.number().int().min(0).describe('Messages that wait.'),
  unconfirmed: z.number().int().min(0).describe('Messages of which nobody can tell whether they were sent.'),
});
export type InstanceHealth = z.output<typeof InstanceHealth>;

export const Pacing = z.strictObject({
  max_per_minute: z.number().int().min(0).describe('Most messages a minute.'),
  jitter_ms: z.array(z.number().int()).length(2).describe('Least and greatest random pause.'),
  new_chats_per_hour: z
    .number()
    .int()
    .nullable()
    .describe('Most people an hour who were never written to; null for the driver’s own limit.'),
  new_chats_per_day: z
    .number()
    .int()
    .nullable()
    .describe('Most people a day who were never written to; null for the driver’s own limit.'),
});
export type Pacing = z.output<typeof Pacing>;

export const InstanceSettings = z.strictObject({
  ignore_groups: z.boolean().describe('Messages of groups are dropped.'),
  ignore_status: z.boolean().describe('Status posts are dropped.'),
  auto_read: z.boolean().describe('Incoming messages are marked as read.'),
  always_online: z.boolean().describe('The account is shown as online.'),
  reject_calls: z.boolean().describe('Calls are rejected, where the driver can.'),
  reject_call_message: z.string().nullable().describe('Text that a rejected caller gets.'),
  sync_history: z.enum(SYNC_HISTORIES).describe('How much of the past is read in at pairing.'),
  store_media: z.boolean().describe('Received files are fetched at once, not on demand.'),
  media_max_bytes: z.number().int().min(0).describe('Larger files are not fetched.'),
  keep_raw_days: z.number().int().min(0).describe('How long the provider’s own objects are kept.'),
  strict_window: z
    .boolean()
    .describe(
      'Only `cloud`: refuse messages other than templates to people whose 24-hour window is not known to be open.',
    ),
  pacing: Pacing.nullable().describe('Own limits of sending; null for those of the driver.'),
});
export type InstanceSettings = z.output<typeof InstanceSettings>;

/** Settings of an instance that names none. */
export const DEFAULT_SETTINGS = {
  ignore_groups: false,
  ignore_status: true,
  auto_read: false,
  always_online: false,
  reject_calls: false,
  reject_call_message: null,
  sync_history: 'none',
  store_media: true,
  media_max_bytes: 104_857_600,
  keep_raw_days: 0,
  strict_window: false,
  pacing: null,
} as const satisfies InstanceSettings;

export const SandboxDelays = z.strictObject({
  sent: z.number().int().min(0).describe('From accepted to sent.'),
  delivered: z.number().int().min(0).describe('From accepted to delivered.'),
  read: z.number().int().min(0).describe('From accepted to read.'),
});
export type SandboxDelays = z.output<typeof SandboxDelays>;
export const DEFAULT_DELAYS = { sent: 150, delivered: 400, read: 1000 } as const satisfies SandboxDelays;

const CloudBlock = z.strictObject({
  phone_number_id: z.string().describe('Meta’s id of the number.'),
  waba_id: z.string().nullable().describe('Meta’s id of the business account.'),
  graph_version: z.string().describe('Version of the Graph API.'),
  base_url: z.string().describe('Host of the Graph API.'),
  ingress_url: z.string().describe('Callback address to enter at Meta.'),
  verify_token_hint: z.string().describe('Last characters of the verify token.'),
  webhook_verified_at: time('When Meta verified the callback.'),
  last_webhook_at: time('When Meta last called.'),
  token_hint: z.string().describe('Last characters of the access token.'),
});
const WebBlock = z.strictObject({
  client_name: z.string().describe('Name in the phone’s list of devices.'),
  engine_version: z.string().nullable().describe('Version of the protocol library.'),
  wa_version: z.string().nullable().describe('Version of WhatsApp Web it speaks.'),
  syncing: z.boolean().describe('The first login is still reading in; sending works.'),
  last_seen_at: time('When WhatsApp last said something.'),
  acknowledged_at: timestamp().describe('When the notices were accepted.'),
  acknowledged_by: z.string().describe('Id of the person or key who did.'),
});
export const SandboxSettings = z.strictObject({
  scenario: z.enum(SCENARIOS).describe('How the pretended network behaves.'),
  require_scan: z.boolean().describe('Connecting waits for a pretended scan of a QR code.'),
  clock_offset_seconds: z.number().int().min(0).describe('How far its clock was put forward.'),
  delays_ms: SandboxDelays.describe('How long receipts take.'),
});
export type SandboxSettings = z.output<typeof SandboxSettings>;
export const DEFAULT_SANDBOX = {
  scenario: 'happy',
  require_scan: false,
  clock_offset_seconds: 0,
  delays_ms: DEFAULT_DELAYS,
} as const satisfies SandboxSettings;

export const Instance = z
  .strictObject({
    id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    object: z.literal('whatsapp.instance').describe('Kind of object.'),
    name: z.string().describe('Its name, unique in the workspace.'),
    driver: z.enum(DRIVERS).describe('How it reaches WhatsApp.'),
    livemode: z.boolean().describe('False on `sandbox`, where nothing leaves the server.'),
    status: status(),
    status_reason: statusReason(),
    status_changed_at: timestamp().describe('Since when.'),
    phone: z.string().nullable().describe('Its number in E.164.'),
    display_name: z.string().nullable().describe('Name that recipients see.'),
    lid: z.string().nullable().describe('WhatsApp’s id that hides the number.'),
    metadata: metadata().describe('Your own pairs; every event of the instance echoes them.'),
    health: InstanceHealth.describe('Whether messages go out, and what limits them.'),
    settings: InstanceSettings.describe('How it behaves.'),
    proxy: z
      .strictObject({ url_redacted: z.string().describe('Its address without credentials.') })
      .nullable()
      .describe('Its proxy.'),
    cloud: CloudBlock.nullable().describe('What only `cloud` has.'),
    web: WebBlock.nullable().describe('What only `web` has.'),
    sandbox: SandboxSettings.nullable().describe('What only `sandbox` has.'),
    created_at: timestamp().describe('When it was made.'),
    updated_at: timestamp().describe('When it last changed.'),
    version: z.number().int().min(0).describe('Grows with each change; its ETag.'),
  })
  .meta({
    id: 'WhatsAppInstance',
    example: {
      id: exampleId(ID_PREFIXES.instance),
      object: 'whatsapp.instance',
      name: 'sandbox',
      driver: 'sandbox',
      livemode: false,
      status: 'connected',
      status_reason: null,
      status_changed_at: '2026-11-21T09:30:00.000Z',
      phone: '+15550109999',
      display_name: 'Sandbox',
      lid: null,
      metadata: { team: 'support' },
      health: {
        sending: 'ok',
        reasons: [],
        quality_rating: null,
        messaging_limit: null,
        queued: 0,
        unconfirmed: 0,
      },
      settings: DEFAULT_SETTINGS,
      proxy: null,
      cloud: null,
      web: null,
      sandbox: DEFAULT_SANDBOX,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type Instance = z.output<typeof Instance>;
export const EXAMPLE_INSTANCE = Instance.meta()?.['example'] as Instance;

/** The instance as every event tells it. */
export const InstanceSummary = Instance.pick({
  id: true,
  name: true,
  driver: true,
  livemode: true,
  metadata: true,
}).meta({
  id: 'WhatsAppInstanceSummary',
  example: {
    id: EXAMPLE_INSTANCE.id,
    name: 'sandbox',
    driver: 'sandbox',
    livemode: false,
    metadata: { team: 'support' },
  },
});
export type InstanceSummary = z.output<typeof InstanceSummary>;
export const EXAMPLE_SUMMARY = InstanceSummary.meta()?.['example'] as InstanceSummary;

/** How many of its last states an instance tells. */
export const KEPT_STATES = 20;

export const InstanceState = z
  .strictObject({
    status: status(),
    status_reason: statusReason(),
    health: InstanceHealth.describe('Whether messages go out, and what limits them.'),
    last_sequence: z.number().int().min(0).nullable().describe('Sequence of its last event.'),
    history: z
      .array(
        z.strictObject({
          status: status(),
          reason: z.enum(STATUS_REASONS).nullable().describe('Why.'),
          at: timestamp().describe('Since when.'),
        }),
      )
      .max(KEPT_STATES)
      .describe('Its last states, newest first.'),
  })
  .meta({
    id: 'WhatsAppInstanceState',
    example: {
      status: 'connected',
      status_reason: null,
      health: EXAMPLE_INSTANCE.health,
      last_sequence: 1842,
      history: [{ status: 'connected', reason: null, at: '2026-11-21T09:30:00.000Z' }],
    },
  });
export type InstanceState = z.output<typeof InstanceState>;
