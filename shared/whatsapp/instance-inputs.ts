import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { MAX_WAITING } from '../limits';
import { atMostOne, oneOf } from '../one-of';
import { pageQuery } from '../page';
import { idOf, text } from '../text';
import { MetadataInput, webUrl } from './fields';
import { DRIVERS, INSTANCE_STATUSES, SCENARIOS, SYNC_HISTORIES } from './instance';
import { phoneInput } from './party';

export const InstanceId = z.strictObject({ instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.') });
export type InstanceId = z.output<typeof InstanceId>;

export const instanceId = InstanceId.shape;

const flag = (what: string) => z.boolean().optional().describe(what);
const milliseconds = (max: number) => z.number().int().min(0).max(max);

export const PacingInput = z
  .strictObject({
    max_per_minute: z.number().int().min(1).max(60_000).describe('Maximum number of messages per minute.'),
    jitter_ms: z
      .array(milliseconds(60_000))
      .length(2)
      .overwrite((bounds) => bounds.toSorted((one, other) => one - other))
      .describe('Shortest and longest random pause between messages, in milliseconds, in either order.')
      .meta({ example: [1000, 3000] }),
    new_chats_per_hour: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe('Maximum number of new recipients per hour; null for the limit of the driver.'),
    new_chats_per_day: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe('Maximum number of new recipients per day; null for the limit of the driver.'),
  })
  .meta({ example: { max_per_minute: 10, jitter_ms: [1000, 3000] } });

export const SettingsInput = z
  .strictObject({
    ignore_groups: flag('True to ignore group messages. Default: false.'),
    ignore_status: flag('True to ignore status posts. Default: true.'),
    auto_read: flag('True to mark received messages as read. Default: false.'),
    always_online: flag('True to always show the account as online. Default: false.'),
    reject_calls: flag('True to reject calls if the driver supports it. Default: false.'),
    reject_call_message: text(1024).nullable().optional().describe('Text to send to a rejected caller; null for none.'),
    sync_history: z.enum(SYNC_HISTORIES).optional().describe('Amount of chat history to import during pairing.'),
    store_media: flag('True to fetch received files at once, false to fetch them on demand. Default: true.'),
    media_max_bytes: z
      .number()
      .int()
      .min(0)
      .max(104_857_600)
      .optional()
      .describe('Maximum size of received files in bytes; larger files are not fetched. Default: 100 MiB.'),
    keep_raw_days: z
      .number()
      .int()
      .min(0)
      .max(30)
      .optional()
      .describe('Number of days to keep the raw data of the provider.'),
    strict_window: flag(
      'Only for `cloud`. True to reject messages other than templates to people from whom the instance has never received a message. Default: false, so that Meta decides.',
    ),
    pacing: PacingInput.nullable()
      .optional()
      .describe('Sending limits of the instance; null for the limits of the driver.'),
  })
  .meta({ example: { auto_read: true } });
export type SettingsInput = z.output<typeof SettingsInput>;

const ProxyInput = z
  .strictObject({
    url: webUrl().describe('URL of an http(s) proxy, with credentials if needed. Credentials are never returned.'),
  })
  .meta({ example: { url: 'http://user:password@proxy.example.com:3128' } });

const metaId = () =>
  z
    .string()
    .regex(/^[0-9]{1,32}$/, 'Must be 1 to 32 digits.')
    .meta({ maxLength: 32, example: '106540352242922' });
const secret = (what: string, max: number) =>
  z
    .string()
    .regex(/^[\x21-\x7e]+$/, 'Must be visible ASCII characters without spaces.')
    .min(1)
    .max(max)
    .describe(what)
    .meta({ minLength: 1, maxLength: max });

const accessToken = secret('Access token of the business account. It is never returned.', 2048);
const appSecret = secret('Secret of the Meta app. It is never returned.', 256);
const graph = {
  verify_token: secret(
    'Verify token that you enter at Meta with the callback URL. Meta cannot verify the callback without it; you can also set it later with an update.',
    256,
  ).optional(),
  graph_version: z
    .string()
    .regex(/^v[0-9]{1,3}\.[0-9]{1,2}$/, 'Must be a version such as v23.0.')
    .optional()
    .describe('Version of the Graph API. Default: v23.0.')
    .meta({ maxLength: 7, example: 'v23.0' }),
  base_url: webUrl(200)
    .optional()
    .describe('Base URL of the Graph API, if the server allows a URL other than Meta’s.')
    .meta({ maxLength: 200, example: 'https://graph.facebook.com' }),
};
const CloudInput = z
  .strictObject({
    phone_number_id: metaId().describe('Phone number id at Meta.'),
    waba_id: metaId().optional().describe('Id of the WhatsApp Business Account at Meta. Required for templates.'),
    access_token: accessToken,
    app_secret: appSecret,
    ...graph,
  })
  .meta({
    example: { phone_number_id: '106540352242922', access_token: 'EAAG0123456789', app_secret: '0123456789abcdef' },
  });
const CloudChange = z
  .strictObject({
    phone_number_id: metaId().optional().describe('Phone number id at Meta.'),
    waba_id: metaId().nullable().optional().describe('Id of the WhatsApp Business Account at Meta; null removes it.'),
    access_token: accessToken.optional(),
    app_secret: appSecret.optional(),
    ...graph,
  })
  .meta({ example: { access_token: 'EAAG0123' } });

const WebInput = z
  .strictObject({
    acknowledge_unofficial: z
      .literal(true)
      .describe('Confirmation that you have read and accept the notices of the driver.'),
    client_name: text(40).optional().describe('Name in the list of linked devices on the phone.'),
  })
  .meta({ example: { acknowledge_unofficial: true } });

const MAX_DELAY = 600_000;
const SandboxInput = z
  .strictObject({
    scenario: z.enum(SCENARIOS).optional().describe('Behavior of the simulated network. Default: `happy`.'),
    require_scan: flag('True if connecting waits for a simulated QR code scan. Default: false.'),
    delays_ms: z
      .strictObject({
        sent: milliseconds(MAX_DELAY).optional().describe('Milliseconds from accepted to sent. Default: 150.'),
        delivered: milliseconds(MAX_DELAY)
          .optional()
          .describe('Milliseconds from accepted to delivered. Default: 400.'),
        read: milliseconds(MAX_DELAY).optional().describe('Milliseconds from accepted to read. Default: 1000.'),
      })
      .optional()
      .describe('Delays of the receipts.'),
  })
  .meta({ example: { scenario: 'happy', require_scan: true } });

const name = text(64)
  .describe('Name of the instance, unique in the workspace.')
  .meta({ minLength: 1, maxLength: 64, example: 'Support' });

const newInstance = {
  name,
  metadata: MetadataInput.optional().describe('Metadata pairs of your own. Every event of the instance includes them.'),
  settings: SettingsInput.optional().describe('Settings of the instance.'),
  proxy: ProxyInput.optional().describe('Proxy of the instance.'),
  connect: z
    .boolean()
    .default(true)
    .describe('True to connect at once, which needs the scope `whatsapp.instances:connect`.')
    .meta({ example: true }),
};
const viaDriver = 'Driver that connects the instance to WhatsApp.';
export const CreateInstance = oneOf(
  [
    z.strictObject({
      ...newInstance,
      driver: z.literal('sandbox').default('sandbox').describe(viaDriver).meta({ example: 'sandbox' }),
      sandbox: SandboxInput.optional().describe('Settings of the simulated network.'),
    }),
    z.strictObject({
      ...newInstance,
      driver: z.literal('cloud').describe(viaDriver),
      cloud: CloudInput.describe('Credentials of the number at Meta.'),
    }),
    z.strictObject({
      ...newInstance,
      driver: z.literal('web').describe(viaDriver),
      web: WebInput.describe('Settings for linking a phone.'),
    }),
  ],
  { example: { name: 'Support', driver: 'sandbox' } },
);
export type CreateInstance = z.output<typeof CreateInstance>;

const change = {
  name: name.optional(),
  metadata: MetadataInput.optional().describe('Metadata pairs of your own. They replace all existing pairs.'),
  settings: SettingsInput.optional().describe('Settings to change. Settings that you leave out do not change.'),
  proxy: ProxyInput.nullable().optional().describe('Proxy of the instance; null removes it.'),
};
const blocks = {
  cloud: CloudChange.describe('Credentials to change, only for the driver `cloud`. They are checked at Meta first.'),
  sandbox: SandboxInput.describe(
    'Settings of the simulated network, only for the driver `sandbox`. Settings that you leave out do not change.',
  ),
};
/** The body of a change: with the block of its driver, if any. */
export const InstanceChange = atMostOne(change, blocks, { example: { name: 'Sales' } });
export type InstanceChange = z.output<typeof InstanceChange>;
export const UpdateInstance = atMostOne({ ...instanceId, ...change }, blocks, {
  example: { instance_id: 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c', name: 'Sales' },
});
export type UpdateInstance = z.output<typeof UpdateInstance>;

export const ListInstances = z.strictObject({
  ...pageQuery,
  status: z.enum(INSTANCE_STATUSES).optional().describe('Only instances with this status.'),
  driver: z.enum(DRIVERS).optional().describe('Only instances of this driver.'),
  q: text(64).optional().describe('Part of the name. Upper and lower case are equal.').meta({ example: 'support' }),
});
export type ListInstances = z.output<typeof ListInstances>;

export const GetQr = z.strictObject({
  ...instanceId,
  wait_seconds: z
    .number()
    .int()
    .min(0)
    .max(20)
    .default(0)
    .describe(
      `Seconds to wait for a code, or for a code newer than \`after_attempt\`. At most ${MAX_WAITING} requests of a workspace can wait at the same time; others get 429 \`rate_limited\` if no code is ready.`,
    )
    .meta({ example: 0 }),
  after_attempt: z
    .number()
    .int()
    .min(0)
    .max(1000)
    .optional()
    .describe('Number of the last code that you have; only a newer code is returned.'),
});
export type GetQr = z.output<typeof GetQr>;

export const RequestPairingCode = z.strictObject({
  ...instanceId,
  phone: phoneInput().describe('Number of the phone to link.'),
});
export type RequestPairingCode = z.output<typeof RequestPairingCode>;
