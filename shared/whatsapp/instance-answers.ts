import { z } from 'zod';

import { pageOf } from '../page';
import { timestamp } from '../text';
import { capabilitiesOf } from './capabilities';
import { DRIVERS, EXAMPLE_INSTANCE, Instance } from './instance';

export const InstancePage = pageOf(Instance);

export const Capability = z.strictObject({
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

export const Driver = z
  .strictObject({
    driver: z.enum(DRIVERS).describe('Name of the driver.'),
    available: z.boolean().describe('True if instances of this driver can be created on this server.'),
    reason: z.string().nullable().describe('Reason if the driver is not available.'),
    engine_version: z.string().nullable().describe('Version of the library that the driver uses.'),
    notices: z.array(z.string()).describe('Notices to show before an instance is created.'),
    capabilities: CapabilityMap.describe('Capabilities of the driver.'),
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
