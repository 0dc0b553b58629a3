import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, text } from '../text';
import { webUrl } from './fields';
import { instanceId } from './instance-inputs';

export const BusinessProfile = z
  .strictObject({
    object: z.literal('whatsapp.profile').describe('Kind of object.'),
    name: z.string().nullable().describe('Name that other users see.'),
    about: z.string().nullable().describe('“About” text of the profile.'),
    picture_url: z.string().nullable().describe('URL of the picture.'),
    cloud: z
      .strictObject({
        address: z.string().nullable().describe('Postal address.'),
        description: z.string().nullable().describe('Description of the business.'),
        email: z.string().nullable().describe('E-mail address.'),
        websites: z.array(z.string()).describe('URLs of the business.'),
        vertical: z.string().nullable().describe('Industry of the business, as a name defined by Meta.'),
      })
      .nullable()
      .describe('Business profile, only with the driver `cloud`.'),
  })
  .meta({
    id: 'WhatsAppProfile',
    example: { object: 'whatsapp.profile', name: 'Support', about: 'At work', picture_url: null, cloud: null },
  });
export type BusinessProfile = z.output<typeof BusinessProfile>;

const ProfileChange = z.strictObject({
  name: text(100).optional().describe('Name that other users see.'),
  about: text(139).optional().describe('“About” text of the profile.'),
  picture: z
    .strictObject({ media_id: idOf(ID_PREFIXES.media).describe('Id of an uploaded image.') })
    .nullable()
    .optional()
    .describe('Profile picture; null removes it.'),
  cloud: z
    .strictObject({
      address: text(256).nullable().optional().describe('Postal address; null removes it.'),
      description: text(256).nullable().optional().describe('Description of the business; null removes it.'),
      email: z
        .email()
        .max(128)
        .nullable()
        .optional()
        .describe('E-mail address; null removes it.')
        .meta({ maxLength: 128 }),
      websites: z
        .array(webUrl(256))
        .max(2)
        .optional()
        .describe('URLs of the business. They replace all existing URLs.'),
      vertical: z
        .string()
        .regex(/^[A-Z_]{1,40}$/, 'Must be an industry name of Meta, such as RETAIL.')
        .optional()
        .describe('Industry of the business, as a name defined by Meta.')
        .meta({ maxLength: 40, example: 'RETAIL' }),
    })
    .optional()
    .describe('Business profile, only with the driver `cloud`.'),
});
type ProfileChange = z.output<typeof ProfileChange>;
export const UpdateProfile = ProfileChange.extend(instanceId).meta({
  example: { instance_id: 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c', about: 'At work' },
});
export type UpdateProfile = z.output<typeof UpdateProfile>;
