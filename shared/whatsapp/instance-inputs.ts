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
    max_per_minute: z.number().int().min(1).max(60_000).describe('Most messages a minute.'),
    jitter_ms: z
      .array(milliseconds(60_000))
      .length(2)
      .overwrite((bounds) => bounds.toSorted((one, other) => one - other))
      .describe('Bounds of the random pause between messages, in either order.')
      .meta({ example: [1000, 3000] }),
    new_chats_per_hour: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe('Most people an hour who were never written to; null for the driver’s own.'),
    new_chats_per_day: z
      .number()
      .int()
      .min(0)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe('Most people a day who were never written to; null for the driver’s own.'),
  })
  .meta({ example: { max_per_minute: 10, jitter_ms: [1000, 3000] } });

export const SettingsInput = z
  .strictObject({
    ignore_groups: flag('Drop messages of groups; false when absent.'),
    ignore_status: flag('Drop status posts; true when absent.'),
    auto_read: flag('Mark incoming messages as read; false when absent.'),
    always_online: flag('Show the account as online; false when absent.'),
    reject_calls: flag('Reject calls, where the driver can; false when absent.'),
    reject_call_message: text(1024).nullable().optional().describe('Text that a rejected caller gets; null for none.'),
    sync_history: z.enum(SYNC_HISTORIES).optional().describe('How much of the past is read in at pairing.'),
    store_media: flag('Fetch received files at once, not on demand; true when absent.'),
    media_max_bytes: z
      .number()
      .int()
      .min(0)
      .max(104_857_600)
      .optional()
      .describe('Larger files are not fetched; 100 MiB when absent.'),
    keep_raw_days: z.number().int().min(0).max(30).optional().describe('How long the provider’s own objects are kept.'),
    strict_window: flag(
      'Only `cloud`: refuse messages other than templates to people from whom this instance has received nothing; false when absent, and Meta decides about them.',
    ),
    pacing: PacingInput.nullable().optional().describe('Own limits of sending; null for those of the driver.'),
  })
  .meta({ example: { auto_read: true } });
export type SettingsInput = z.output<typeof SettingsInput>;

const ProxyInput = z
  .strictObject({ url: webUrl().describe('Address of an http(s) proxy, with its credentials; they are never shown.') })
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

const accessToken = secret('Access token of the business account; it is never shown.', 2048);
const appSecret = secret('Secret of the Meta app; it is never shown.', 256);
const graph = {
  verify_token: secret(
    'What Meta repeats when it verifies the callback. Without one Meta cannot verify it: give it here, or later by a change.',
    256,
  ).optional(),
  graph_version: z
    .string()
    .regex(/^v[0-9]{1,3}\.[0-9]{1,2}$/, 'Must be a version such as v23.0.')
    .optional()
    .describe('Version of the Graph API; v23.0 when absent.')
    .meta({ maxLength: 7, example: 'v23.0' }),
  base_url: webUrl(200)
    .optional()
    .describe('Host of the Graph API, where the server allows another than Meta’s.')
    .meta({ maxLength: 200, example: 'https://graph.facebook.com' }),
};
const CloudInput = z
  .strictObject({
    phone_number_id: metaId().describe('Meta’s id of the number.'),
    waba_id: metaId().optional().describe('Meta’s id of the business account; templates need it.'),
    access_token: accessToken,
    app_secret: appSecret,
    ...graph,
  })
  .meta({
    example: { phone_number_id: '106540352242922', access_token: 'EAAG0123456789', app_secret: '0123456789abcdef' },
  });
const CloudChange = z
  .strictObject({
    phone_number_id: metaId().optional().describe('Meta’s id of the number.'),
    waba_id: metaId().nullable().optional().describe('Meta’s id of the business account; null for none.'),
    access_token: accessToken.optional(),
    app_secret: appSecret.optional(),
    ...graph,
  })
  .meta({ example: { access_token: 'EAAG0123' } });

const WebInput = z
  .strictObject({
    acknowledge_unofficial: z.literal(true).describe('You have read and accept the driver’s notices.'),
    client_name: text(40).optional().describe('Name in the phone’s list of devices.'),
  })
  .meta({ example: { acknowledge_unofficial: true } });

const MAX_DELAY = 600_000;
const SandboxInput = z
  .strictObject({
    scenario: z.enum(SCENARIOS).optional().describe('How the pretended network behaves; `happy` when absent.'),
    require_scan: flag('Connecting waits for a pretended scan of a QR code; false when absent.'),
    delays_ms: z
      .strictObject({
        sent: milliseconds(MAX_DELAY).optional().describe('From accepted to sent; 150 when absent.'),
        delivered: milliseconds(MAX_DELAY).optional().describe('From accepted to delivered; 400 when absent.'),
        read: milliseconds(MAX_DELAY).optional().describe('From accepted to read; 1000 when absent.'),
      })
      .optional()
      .describe('How long receipts take.'),
  })
  .meta({ example: { scenario: 'happy', require_scan: true } });

const name = text(64)
  .describe('Its name, unique in the workspace.')
  .meta({ minLength: 1, maxLength: 64, example: 'Support' });

const newInstance = {
  name,
  metadata: MetadataInput.optional().describe('Your own pairs; every event of the instance echoes them.'),
  settings: SettingsInput.optional().describe('How it behaves.'),
  proxy: ProxyInput.optional().describe('Its proxy.'),
  connect: z
    .boolean()
    .default(true)
    .describe('Connect at once; needs the scope `whatsapp.instances:connect`.')
    .meta({ example: true }),
};
const viaDriver = 'How it reaches WhatsApp.';
export const CreateInstance = oneOf(
  [
    z.strictObject({
      ...newInstance,
      driver: z.literal('sandbox').default('sandbox').describe(viaDriver).meta({ example: 'sandbox' }),
      sandbox: SandboxInput.optional().describe('How the pretended network behaves.'),
    }),
    z.strictObject({
      ...newInstance,
      driver: z.literal('cloud').describe(viaDriver),
      cloud: CloudInput.describe('Credentials of the number at Meta.'),
    }),
    z.strictObject({
      ...newInstance,
      driver: z.literal('web').describe(viaDriver),
      web: WebInput.describe('What linking a phone needs.'),
    }),
  ],
  { example: { name: 'Support', driver: 'sandbox' } },
);
export type CreateInstance = z.output<typeof CreateInstance>;

const change = {
  name: name.optional(),
  metadata: MetadataInput.optional().describe('Your own pairs, all of them anew.'),
  settings: SettingsInput.optional().describe('How it behaves; what is not named stays.'),
  proxy: ProxyInput.nullable().optional().describe('Its proxy; null for none.'),
};
const blocks = {
  cloud: CloudChange.describe('Its credentials, only with the driver `cloud`; they are tried first.'),
  sandbox: SandboxInput.describe('Only with the driver `sandbox`; what is not named stays.'),
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
  status: z.enum(INSTANCE_STATUSES).optional().describe('Only instances in this state.'),
  driver: z.enum(DRIVERS).optional().describe('Only instances of this driver.'),
  q: text(64).optional().describe('Part of the name, whatever the case.').meta({ example: 'support' }),
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
      `How long to wait for a code, or for one newer than \`after_attempt\`. At most ${MAX_WAITING} requests of a workspace wait at once; further ones that find nothing are refused with 429 \`rate_limited\`.`,
    )
    .meta({ example: 0 }),
  after_attempt: z.number().int().min(0).max(1000).optional().describe('Answer only with a code newer than this.'),
});
export type GetQr = z.output<typeof GetQr>;

export const RequestPairingCode = z.strictObject({
  ...instanceId,
  phone: phoneInput().describe('Number of the phone that is to be linked.'),
});
export type RequestPairingCode = z.output<typeof RequestPairingCode>;
