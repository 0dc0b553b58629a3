import { z } from 'zod';

import { pageOf } from '../page';
import { timestamp } from '../text';
import { capabilitiesOf } from './capabilities';
import { DRIVERS, EXAMPLE_INSTANCE, Instance } from './instance';

export const InstancePage = pageOf(Instance);

export const Capability = z.strictObject({
  supported: z.boolean().describe('It can be done.'),
  note: z.string().meta({ maxLength: 200 }).nullable().describe('A remark.'),
  limits: z
    .record(z.string(), z.number().meta({ minimum: 0 }))
    .nullable()
    .describe('Limits by name.'),
});
export const CapabilityMap = z.record(z.string(), Capability).meta({
  id: 'WhatsAppCapabilities',
  minProperties: 1,
  description: 'What can be done, by the name of the capability.',
  example: capabilitiesOf('sandbox'),
});
export type CapabilityMap = z.output<typeof CapabilityMap>;

export const Driver = z
  .strictObject({
    driver: z.enum(DRIVERS).describe('Name of the driver.'),
    available: z.boolean().describe('Instances of it can be made here.'),
    reason: z.string().nullable().describe('Why not.'),
    engine_version: z.string().nullable().describe('Version of the library below it.'),
    notices: z.array(z.string()).describe('What to show before an instance is made.'),
    capabilities: CapabilityMap.describe('What it can do.'),
  })
  .meta({
    id: 'WhatsAppDriver',
    example: {
      driver: 'sandbox',
      available: true,
      reason: null,
      engine_version: null,
      notices: [],
      capabilities: capabilitiesOf('sandbox'),
    },
  });
export type Driver = z.output<typeof Driver>;
export const DriverList = z.strictObject({ data: z.array(Driver).describe('Every driver.') });
export type DriverList = z.output<typeof DriverList>;

export const Qr = z
  .strictObject({
    raw: z.string().describe('What the code holds.'),
    data_url: z.string().describe('The code as a picture (SVG) in a `data:` address.'),
    expires_at: timestamp().describe('When the next one takes its place.'),
    attempt: z.number().int().min(0).describe('Which of them it is, from 1.'),
    max_attempts: z.number().int().min(0).describe('How many there will be.'),
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
    instance: Instance.describe('The instance.'),
    qr: Qr.nullable().describe('The code to scan, where one is ready.'),
  })
  .meta({ id: 'WhatsAppConnection', example: { instance: EXAMPLE_INSTANCE, qr: null } });
export type Connection = z.output<typeof Connection>;

export const PairingCode = z
  .strictObject({
    code: z.string().describe('To type on the phone.'),
    expires_at: timestamp().describe('Until when it works.'),
  })
  .meta({
    id: 'WhatsAppPairingCode',
    example: { code: 'ABCD-EFGH', expires_at: '2026-11-21T09:33:00.000Z' },
  });
export type PairingCode = z.output<typeof PairingCode>;
