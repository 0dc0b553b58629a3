import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { boundedText, idOf, timestamp } from '../text';
import { MAX_COUNTED_MESSAGES } from './counts';
import { DRIVERS, ofEachDriver } from './drivers';
import { DEFAULT_SANDBOX } from './drivers/sandbox';
import { exampleId, metadata } from './fields';

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

const STATUS_REASONS = [
  'user_stopped',
  'qr_expired',
  'device_removed',
  'banned',
  'network',
  'token_invalid',
  'permission_missing',
  'phone_not_registered',
  'account_locked',
  'driver_not_installed',
  'passkey_required',
  'passkey_confirmation',
  'replaced_by_other_client',
  'bad_session',
  'client_outdated',
  'reconnect_limit',
  'pairing_refused',
  'no_traffic',
] as const;
export type StatusReason = (typeof STATUS_REASONS)[number];

export const HEALTH_CODES = [
  'new_chat_limit',
  'quality_red',
  'spam_limited',
  'billing_problem',
  'pair_limited',
  'unconfirmed_backlog',
  'webhook_unverified',
  'offline',
  'local_limit',
  'account_restricted',
] as const;
export type HealthCode = (typeof HEALTH_CODES)[number];

const QUALITY_RATINGS = ['green', 'yellow', 'red', 'na'] as const;
export type QualityRating = (typeof QUALITY_RATINGS)[number];

/** Advice in the problem `instance_not_connected`. */
const INSTANCE_ACTIONS = ['pair', 'reconnect', 'fix_credentials', 'none'] as const;
export type InstanceAction = (typeof INSTANCE_ACTIONS)[number];

const status = () => z.enum(INSTANCE_STATUSES).describe('Status of the connection.');
const statusReason = () => z.enum(STATUS_REASONS).nullable().describe('Reason for the status.');
const time = (what: string) => timestamp().nullable().describe(what);

export const HealthReason = z.strictObject({
  code: z
    .enum(HEALTH_CODES)
    .describe(
      'Limitation. `local_limit`: messages wait because of a limit on new chats. `unconfirmed_backlog`: 20 or more messages of the last hour are `unconfirmed`.',
    ),
  until: time('End of the limitation; null if unknown.'),
  provider_code: z.string().nullable().describe('Code of the provider.'),
});
export type HealthReason = z.output<typeof HealthReason>;

export const InstanceHealth = z.strictObject({
  sending: z
    .enum(['ok', 'limited', 'blocked'])
    .describe('Sending status. Also `blocked` while the instance is neither connected nor reconnecting.'),
  reasons: z.array(HealthReason).describe('Limitations of sending.').meta({ maxItems: HEALTH_CODES.length }),
  quality_rating: z.enum(QUALITY_RATINGS).nullable().describe('Quality rating of the number by Meta.'),
  messaging_limit: z.string().nullable().describe('Messaging limit of Meta: recipients per 24 hours, such as `1k`.'),
  queued: z
    .number()
    .int()
    .min(0)
    .describe(`Number of queued messages. Counted up to ${MAX_COUNTED_MESSAGES}.`)
    .meta({ maximum: MAX_COUNTED_MESSAGES }),
  unconfirmed: z
    .number()
    .int()
    .min(0)
    .describe(
      `Number of messages for which it is unknown whether they were sent. Counted up to ${MAX_COUNTED_MESSAGES}.`,
    )
    .meta({ maximum: MAX_COUNTED_MESSAGES }),
});
export type InstanceHealth = z.output<typeof InstanceHealth>;

export const MAX_INSTANCE_NAME = 64;
export const MAX_RECEIVED_BYTES = 104_857_600;
export const MAX_RAW_RETENTION_DAYS = 30;
export const PACING_LIMITS = { perMinute: 60_000, jitterMs: 60_000, newChats: 1_000_000 } as const;

const Pacing = z.strictObject({
  max_per_minute: z
    .number()
    .int()
    .min(0)
    .describe('Maximum number of messages per minute.')
    .meta({ maximum: PACING_LIMITS.perMinute }),
  jitter_ms: z
    .array(z.number().int().min(0).meta({ maximum: PACING_LIMITS.jitterMs }))
    .length(2)
    .describe('Shortest and longest random pause in milliseconds.'),
  new_chats_per_hour: z
    .number()
    .int()
    .min(0)
    .meta({ maximum: PACING_LIMITS.newChats })
    .nullable()
    .describe('Maximum number of new recipients per hour; null for the limit of the driver.'),
  new_chats_per_day: z
    .number()
    .int()
    .min(0)
    .meta({ maximum: PACING_LIMITS.newChats })
    .nullable()
    .describe('Maximum number of new recipients per day; null for the limit of the driver.'),
});
type Pacing = z.output<typeof Pacing>;

export const InstanceSettings = z.strictObject({
  ignore_groups: z.boolean().describe('True if group messages are ignored.'),
  ignore_status: z.boolean().describe('True if status posts are ignored.'),
  auto_read: z.boolean().describe('True if received messages are marked as read.'),
  store_media: z.boolean().describe('True if received files are fetched at once, false if on demand.'),
  media_max_bytes: z
    .number()
    .int()
    .min(0)
    .describe('Maximum size of received files to fetch, in bytes.')
    .meta({ maximum: MAX_RECEIVED_BYTES }),
  raw_retention_days: z
    .number()
    .int()
    .min(0)
    .describe('Number of days to keep the raw data of the provider.')
    .meta({ maximum: MAX_RAW_RETENTION_DAYS }),
  strict_window: z
    .boolean()
    .describe(
      'Only for `cloud`. True to reject messages other than templates unless the 24-hour window is known to be open.',
    ),
  pacing: Pacing.nullable().describe('Sending limits of the instance; null for the limits of the driver.'),
});
export type InstanceSettings = z.output<typeof InstanceSettings>;

export const DEFAULT_SETTINGS = {
  ignore_groups: false,
  ignore_status: true,
  auto_read: false,
  store_media: true,
  media_max_bytes: MAX_RECEIVED_BYTES,
  raw_retention_days: 0,
  strict_window: false,
  pacing: null,
} as const satisfies InstanceSettings;

export const Instance = z
  .strictObject({
    id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
    object: z.literal('whatsapp.instance').describe('Kind of object.'),
    name: boundedText(MAX_INSTANCE_NAME)
      .describe('Name of the instance, unique in the workspace.')
      .meta({ minLength: 1 }),
    driver: z.enum(DRIVERS).describe('Driver that connects the instance to WhatsApp.'),
    livemode: z.boolean().describe('False on `sandbox`, where nothing leaves the server.'),
    status: status(),
    status_reason: statusReason(),
    status_changed_at: timestamp().describe('Time when the status was reached.'),
    phone: boundedText(20).nullable().describe('Phone number in E.164 format.'),
    display_name: z.string().nullable().describe('Name that recipients see.'),
    lid: z.string().nullable().describe('LID: a WhatsApp id that hides the phone number.'),
    metadata: metadata().describe('Metadata pairs of your own. Every event of the instance includes them.'),
    health: InstanceHealth.describe('Sending status and limitations.'),
    settings: InstanceSettings.describe('Settings of the instance.'),
    proxy: z
      .strictObject({ url_redacted: boundedText(2048).describe('URL of the proxy without credentials.') })
      .nullable()
      .describe('Proxy of the instance.'),
    ...ofEachDriver('settings'),
    created_at: timestamp().describe('Time of creation.'),
    updated_at: timestamp().describe('Time of the last change.'),
    version: z.number().int().min(0).describe('Version number, which is also the ETag. It grows with each change.'),
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
      ...Object.fromEntries(DRIVERS.map((name) => [name, null])),
      sandbox: DEFAULT_SANDBOX,
      created_at: '2026-11-21T09:30:00.000Z',
      updated_at: '2026-11-21T09:30:00.000Z',
      version: 1,
    },
  });
export type Instance = z.output<typeof Instance>;
export const EXAMPLE_INSTANCE = Instance.meta()?.['example'] as Instance;

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

export const KEPT_STATES = 20;

export const InstanceState = z
  .strictObject({
    status: status(),
    status_reason: statusReason(),
    health: InstanceHealth.describe('Sending status and limitations.'),
    last_sequence: z.number().int().min(0).nullable().describe('Sequence number of the last event of the instance.'),
    history: z
      .array(
        z.strictObject({
          status: status(),
          reason: z.enum(STATUS_REASONS).nullable().describe('Reason for the status.'),
          at: timestamp().describe('Time when the status was reached.'),
        }),
      )
      .max(KEPT_STATES)
      .describe('Last statuses, newest first.'),
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
