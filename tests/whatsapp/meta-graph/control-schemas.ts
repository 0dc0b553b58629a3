import { z } from 'zod';

import { NotifyOptions } from './notify';

const json = z.record(z.string(), z.unknown());

export const SeedInput = z.strictObject({
  app_secret: z.string().default('app-secret'),
  verify_token: z.string().default('verify-token'),
  /** Where notifications go; empty: nowhere, they are only kept. */
  callback_url: z.string().default(''),
  waba_id: z.string(),
  phone_number_id: z.string(),
  access_token: z.string(),
  tier: z.string().default('TIER_1K'),
  display_phone: z.string().default('15550783881'),
  enforce_window: z.boolean().default(false),
  /** After a send; null: no status follows by itself. */
  status_delays_ms: z
    .strictObject({ sent: z.number(), delivered: z.number() })
    .nullable()
    .default({ sent: 20, delivered: 50 }),
  /** Over the fields of the phone number. */
  phone: json.default({}),
  registered: z.boolean().default(true),
  templates: z.array(json).default([]),
  groups: z
    .array(
      z.strictObject({
        id: z.string(),
        subject: z.string().default('Group'),
        participants: z.array(z.string()).default([]),
        requests: z.array(z.strictObject({ join_request_id: z.string(), wa_id: z.string() })).default([]),
      }),
    )
    .default([]),
});

const target = { phone_number_id: z.string() };

/** Messages as Graph writes them; what is not given (`id`, `timestamp`, `from`) is filled in. */
export const InboundInput = NotifyOptions.extend({
  ...target,
  from: z.string().default('16505551234'),
  name: z.string().default('Sheena'),
  /** Beside the number, or with `hide_phone` in its place. */
  user_id: z.string().optional(),
  username: z.string().optional(),
  hide_phone: z.boolean().default(false),
  /** A message that a group’s member wrote. */
  group_id: z.string().optional(),
  messages: z.array(json).min(1),
});

export const StatusInput = NotifyOptions.extend({
  ...target,
  statuses: z
    .array(
      z.strictObject({
        message_id: z.string(),
        status: z.enum(['sent', 'delivered', 'read', 'played', 'failed']),
        error_code: z.int().optional(),
        details: z.string().optional(),
        participant: z.string().optional(),
        timestamp: z.string().optional(),
      }),
    )
    .min(1),
});

export const NotifyInput = NotifyOptions.extend({
  ...target,
  /** Posted as it is; or `field` and `value`, put into an envelope. */
  notification: json.optional(),
  field: z.string().optional(),
  value: json.optional(),
});

export const VerifyInput = z.strictObject({ ...target, verify_token: z.string().optional() });
export const ClockInput = z.strictObject({ advance_seconds: z.number().min(0) });
export const TemplateInput = z.strictObject({
  ...target,
  id: z.string(),
  event: z.string(),
  reason: z.string().optional(),
});
