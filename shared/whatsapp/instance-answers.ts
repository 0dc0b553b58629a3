import { z } from 'zod';

import { pageOf } from '../page';
import { timestamp } from '../text';
import { capabilitiesOf } from './capabilities';
import { DRIVERS } from './drivers';
import { EXAMPLE_INSTANCE, Instance } from './instance';

export const InstancePage = pageOf(Instance);

const Capability = z.strictObject({
  supported: z.boolean().describe('True if the capability is supported.'),
  note: z.string().meta({ maxLength: 200 }).nullable().describe('Note on restrictions.'),
  limits: z
    .record(z.string(), z.number().meta({ minimum: 0 }))
    .nullable()
    .describe('Limits by name.'),
});
export const CapabilityMap = z.record(z.string(), Capability).meta({
  id: 'WhatsAppCapabilities',
  minProperties: 1,
  description: 'Capabilities by name.',
  example: capabilitiesOf('sandbox'),
});
export type CapabilityMap = z.output<typeof CapabilityMap>;

const AnsweredTraits = z.strictObject({
  pairing: z
    .enum(['none', 'optional', 'required'])
    .describe('Whether a phone pairs with the instance by a QR code or a pairing code.'),
  pacing: z
    .strictObject({
      description: z.string().describe('Sending limits of an instance without limits of its own.'),
      max_per_minute: z.number().int().min(1).describe('Suggested maximum number of messages per minute.'),
      jitter_ms: z
        .array(z.number().int().min(0))
        .length(2)
        .describe('Suggested shortest and longest random pause in milliseconds.'),
    })
    .describe('Sending limits of the driver.'),
  max_batch_recipients: z.number().int().min(1).describe('Maximum number of recipients of a batch.'),
  send_window: z
    .boolean()
    .describe('True if messages other than templates need a message of the recipient from the last 24 hours.'),
  proxy: z.boolean().describe('True if the driver uses the proxy of the instance.'),
  profile_name: z.boolean().describe('True if the name in the profile can be changed.'),
  join_approval: z.enum(['any_time', 'at_creation']).describe('When `join_approval` of a group can be set.'),
});
export type AnsweredTraits = z.output<typeof AnsweredTraits>;

const Driver = z
  .strictObject({
    driver: z.enum(DRIVERS).describe('Name of the driver.'),
    title: z.string().describe('Title of the driver.'),
    description: z.string().describe('Description of the driver.'),
    livemode: z.boolean().describe('False if nothing leaves the server.'),
    available: z.boolean().describe('True if instances of this driver can be created on this server.'),
    reason: z.string().nullable().describe('Reason if the driver is not available.'),
    engine_version: z.string().nullable().describe('Version of the library that the driver uses.'),
    notices: z.array(z.string()).describe('Notices to show before an instance is created.'),
    capabilities: CapabilityMap.describe('Capabilities of the driver.'),
    traits: AnsweredTraits.describe('Other properties of the driver.'),
  })
  .meta({
    id: 'WhatsAppDriver',
    example: {
      driver: 'sandbox',
      title: 'Sandbox',
      description: 'A simulated network in this server.',
      livemode: false,
      available: true,
      reason: null,
      engine_version: null,
      notices: [],
      capabilities: Object.fromEntries(Object.entries(capabilitiesOf('sandbox')).slice(0, 1)),
      traits: {
        pairing: 'optional',
        pacing: { description: 'No limits.', max_per_minute: 60, jitter_ms: [0, 0] },
        max_batch_recipients: 1000,
        send_window: false,
        proxy: false,
        profile_name: true,
        join_approval: 'any_time',
      },
    },
  });
type Driver = z.output<typeof Driver>;
export const DriverList = z.strictObject({ data: z.array(Driver).describe('All drivers.') });
export type DriverList = z.output<typeof DriverList>;

export const Qr = z
  .strictObject({
    raw: z.string().describe('Content of the QR code.'),
    data_url: z.string().describe('QR code as an SVG image in a `data:` URL.'),
    expires_at: timestamp().describe('Time when the next code replaces this one.'),
    attempt: z.number().int().min(0).describe('Number of this code, from 1.'),
    max_attempts: z.number().int().min(0).describe('Maximum number of codes in this pairing attempt.'),
  })
  .meta({
    id: 'WhatsAppQr',
    example: {
      raw: '2@Zm9vYmFy,QUJD,REVG,R0hJ',
      data_url: 'data:image/svg+xml;base64,PHN2Zy8+',
      expires_at: '2026-11-21T09:31:00.000Z',
      attempt: 1,
      max_attempts: 5,
    },
  });
export type Qr = z.output<typeof Qr>;

export const Connection = z
  .strictObject({
    instance: Instance.describe('Instance with its current state.'),
    qr: Qr.nullable().describe('QR code to scan; null if none is ready.'),
  })
  .meta({ id: 'WhatsAppConnection', example: { instance: EXAMPLE_INSTANCE, qr: null } });
export type Connection = z.output<typeof Connection>;

export const PairingCode = z
  .strictObject({
    code: z.string().describe('Code to enter on the phone.'),
    expires_at: timestamp().describe('Time when the code expires.'),
  })
  .meta({
    id: 'WhatsAppPairingCode',
    example: { code: 'ABCD-EFGH', expires_at: '2026-11-21T09:33:00.000Z' },
  });
export type PairingCode = z.output<typeof PairingCode>;
