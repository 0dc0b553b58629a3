import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { MAX_WAITING } from '../limits';
import { atMostOne, oneOf } from '../one-of';
import { pageQuery } from '../page';
import { idOf, text } from '../text';
import { type DriverName, DRIVERS, ofEachDriver } from './drivers';
import { MetadataInput, webUrl } from './fields';
import {
  INSTANCE_STATUSES,
  MAX_INSTANCE_NAME,
  MAX_RAW_RETENTION_DAYS,
  MAX_RECEIVED_BYTES,
  PACING_LIMITS,
} from './instance';
import { phoneInput } from './party';

export const InstanceId = z.strictObject({ instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.') });
export type InstanceId = z.output<typeof InstanceId>;

export const instanceId = InstanceId.shape;

const flag = (what: string) => z.boolean().optional().describe(what);
const milliseconds = (max: number) => z.number().int().min(0).max(max);

const PacingInput = z
  .strictObject({
    max_per_minute: z
      .number()
      .int()
      .min(1)
      .max(PACING_LIMITS.perMinute)
      .describe('Maximum number of messages per minute.'),
    jitter_ms: z
      .array(milliseconds(PACING_LIMITS.jitterMs))
      .length(2)
      .overwrite((bounds) => bounds.toSorted((one, other) => one - other))
      .describe('Shortest and longest random pause between messages, in milliseconds, in either order.')
      .meta({ example: [1000, 3000] }),
    new_chats_per_hour: z
      .number()
      .int()
      .min(0)
      .max(PACING_LIMITS.newChats)
      .nullable()
      .default(null)
      .describe('Maximum number of new recipients per hour; null for the limit of the driver.'),
    new_chats_per_day: z
      .number()
      .int()
      .min(0)
      .max(PACING_LIMITS.newChats)
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
    store_media: flag('True to fetch received files at once, false to fetch them on demand. Default: true.'),
    media_max_bytes: z
      .number()
      .int()
      .min(0)
      .max(MAX_RECEIVED_BYTES)
      .optional()
      .describe('Maximum size of received files in bytes; larger files are not fetched. Default: 100 MiB.'),
    raw_retention_days: z
      .number()
      .int()
      .min(0)
      .max(MAX_RAW_RETENTION_DAYS)
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
    url: webUrl().describe(
      'URL of an http(s) proxy, with credentials if needed; an https:// proxy by its IP address. Credentials are never returned.',
    ),
  })
  .meta({ example: { url: 'http://user:password@proxy.example.com:3128' } });

const name = text(MAX_INSTANCE_NAME)
  .describe('Name of the instance, unique in the workspace.')
  .meta({ minLength: 1, maxLength: MAX_INSTANCE_NAME, example: 'Support' });

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
type Fields = ReturnType<typeof ofEachDriver<'create'>>;
type NewInstance = { [Name in DriverName]: z.ZodObject<typeof newInstance & Fields[Name], z.core.$strict> }[DriverName];
const newInstances = Object.values(ofEachDriver('create')).map((fields) =>
  z.strictObject({ ...newInstance, ...fields }),
) as unknown as NewInstance[];
export const CreateInstance = oneOf(newInstances, { example: { name: 'Support', driver: 'sandbox' } });
export type CreateInstance = z.output<typeof CreateInstance>;

const change = {
  name: name.optional(),
  metadata: MetadataInput.optional().describe('Metadata pairs of your own. They replace all existing pairs.'),
  settings: SettingsInput.optional().describe('Settings to change. Settings that you leave out do not change.'),
  proxy: ProxyInput.nullable().optional().describe('Proxy of the instance; null removes it.'),
};
const blocks = ofEachDriver('change');
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
