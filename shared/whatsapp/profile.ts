import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { idOf, text } from '../text';
import { webUrl } from './fields';
import { instanceId } from './instance-inputs';

/** The account as others see it. */
export const Profile = z
  .strictObject({
    object: z.literal('whatsapp.profile').describe('Kind of object.'),
    name: z.string().nullable().describe('Name that others see.'),
    about: z.string().nullable().describe('Line below the name.'),
    picture_url: z.string().nullable().describe('Address of the picture.'),
    cloud: z
      .strictObject({
        address: z.string().nullable().describe('Postal address.'),
        description: z.string().nullable().describe('What the business does.'),
        email: z.string().nullable().describe('E-mail address.'),
        websites: z.array(z.string()).describe('Web pages.'),
        vertical: z.string().nullable().describe('Meta’s name of the line of business.'),
      })
      .nullable()
      .describe('What only a business profile has.'),
  })
  .meta({
    id: 'WhatsAppProfile',
    example: { object: 'whatsapp.profile', name: 'Support', about: 'At work', picture_url: null, cloud: null },
  });
export type Profile = z.output<typeof Profile>;

export const ProfileChange = z.strictObject({
  name: text(100).optional().describe('Name that others see.'),
  about: text(139).optional().describe('Line below the name.'),
  picture: z
    .strictObject({ media_id: idOf(ID_PREFIXES.media).describe('An uploaded picture.') })
    .nullable()
    .optional()
    .describe('The picture; null for none.'),
  cloud: z
    .strictObject({
      address: text(256).nullable().optional().describe('Postal address; null for none.'),
      description: text(256).nullable().optional().describe('What the business does; null for nothing.'),
      email: z
        .email()
        .max(128)
        .nullable()
        .optional()
        .describe('E-mail address; null for none.')
        .meta({ maxLength: 128 }),
      websites: z.array(webUrl(256)).max(2).optional().describe('Web pages, all of them anew.'),
      vertical: z
        .string()
        .regex(/^[A-Z_]{1,40}$/, 'Must be a name of Meta’s, such as RETAIL.')
        .optional()
        .describe('Meta’s name of the line of business.')
        .meta({ maxLength: 40, example: 'RETAIL' }),
    })
    .optional()
    .describe('Only with the driver `cloud`.'),
});
export type ProfileChange = z.output<typeof ProfileChange>;
export const UpdateProfile = ProfileChange.extend(instanceId).meta({
  example: { instance_id: 'wai_01jd9x3k2mf8v9q4zt7w5b6n0c', about: 'At work' },
});
export type UpdateProfile = z.output<typeof UpdateProfile>;
