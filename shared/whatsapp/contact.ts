import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { exactlyOne } from '../one-of';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { exampleId, metadata, MetadataInput } from './fields';
import { instanceId } from './instance-inputs';
import { BSUID, EXAMPLE_PARTY, Party, phoneInput } from './party';

const OPT_OUTS = ['none', 'marketing', 'all'] as const;
export type OptOut = (typeof OPT_OUTS)[number];
const optOut = () =>
  z
    .enum(OPT_OUTS)
    .describe('Opt-out of the contact: `none`, `marketing` for marketing messages, or `all` for all messages.');

export const Contact = Party.extend({
  id: idOf(ID_PREFIXES.contact).describe('Id of the contact.'),
  object: z.literal('whatsapp.contact').describe('Kind of object.'),
  instance_id: idOf(ID_PREFIXES.instance).describe('Id of the instance.'),
  push_name: z.string().nullable().describe('Name that the person set on WhatsApp.'),
  is_business: z.boolean().describe('True for a business account.'),
  is_blocked: z.boolean().describe('True if your account blocked the contact.'),
  profile_picture_url: z.string().nullable().describe('URL of the profile picture.'),
  about: z.string().nullable().describe('“About” text of the profile.'),
  opt_out: optOut(),
  metadata: metadata(),
  created_at: timestamp().describe('Time of creation.'),
  updated_at: timestamp().describe('Time of the last change.'),
  version: z.number().int().min(0).describe('Version number, which is also the ETag. It grows with each change.'),
}).meta({
  id: 'WhatsAppContact',
  example: {
    ...EXAMPLE_PARTY,
    id: exampleId(ID_PREFIXES.contact),
    object: 'whatsapp.contact',
    instance_id: exampleId(ID_PREFIXES.instance),
    push_name: 'Sheena',
    is_business: false,
    is_blocked: false,
    profile_picture_url: null,
    about: null,
    opt_out: 'none',
    metadata: {},
    created_at: '2026-11-21T09:30:00.000Z',
    updated_at: '2026-11-21T09:30:00.000Z',
    version: 1,
  },
});
export type Contact = z.output<typeof Contact>;
const EXAMPLE_CONTACT = Contact.meta()?.['example'] as Contact;
export const ContactPage = pageOf(Contact);

export const ContactId = z.strictObject({
  ...instanceId,
  contact_id: idOf(ID_PREFIXES.contact).describe('Id of the contact.'),
});
export type ContactId = z.output<typeof ContactId>;

export const ListContacts = z.strictObject({
  ...instanceId,
  ...pageQuery,
  q: text(200)
    .optional()
    .describe('Part of a name or address. Upper and lower case are equal.')
    .meta({ example: 'sheena' }),
  blocked: z.boolean().optional().describe('True for blocked contacts only, false for others only.'),
  opt_out: optOut().optional(),
});
export type ListContacts = z.output<typeof ListContacts>;

const instance_id = exampleId(ID_PREFIXES.instance);
export const UpdateContact = z
  .strictObject({
    ...ContactId.shape,
    name: text(200).nullable().optional().describe('Your own name for the contact; null removes it.'),
    opt_out: optOut().optional(),
    metadata: MetadataInput.optional().describe('Metadata pairs of your own. They replace all existing pairs.'),
  })
  .meta({ example: { instance_id, contact_id: EXAMPLE_CONTACT.id, name: 'Sheena Nelson' } });
export type UpdateContact = z.output<typeof UpdateContact>;

export const CheckContacts = z
  .strictObject({
    ...instanceId,
    phones: z
      .array(phoneInput())
      .min(1)
      .max(50)
      .describe('Phone numbers to check.')
      .meta({ example: ['+15550100000'] }),
  })
  .meta({ example: { instance_id, phones: ['+15550100000'] } });
export type CheckContacts = z.output<typeof CheckContacts>;

export const CheckedContacts = z
  .strictObject({
    data: z
      .array(
        z.strictObject({
          input: z.string().describe('Phone number as given.'),
          exists: z.boolean().describe('True if the number is on WhatsApp.'),
          contact: Contact.nullable().describe('Contact with this number; null if the number is not on WhatsApp.'),
        }),
      )
      .describe('Results, one for each number, in the order of the request.'),
  })
  .meta({
    id: 'WhatsAppCheckedContacts',
    example: { data: [{ input: '+15550100000', exists: true, contact: EXAMPLE_CONTACT }] },
  });
export type CheckedContacts = z.output<typeof CheckedContacts>;

const addresses = {
  lid: z
    .string()
    .regex(/^[0-9]{1,20}(?:@lid)?$/, 'Must be digits, with or without `@lid`.')
    .describe('LID: a WhatsApp id that hides the phone number.')
    .meta({ maxLength: 24, example: '123456789012345@lid' }),
  bsuid: z
    .string()
    .regex(BSUID, 'Must be a BSUID, such as US.13491208655302741918.')
    .describe('BSUID: Meta’s id of the user, specific to your business.')
    .meta({ maxLength: 135, example: 'US.13491208655302741918' }),
  phone: phoneInput().describe('Phone number.'),
  username: text(100).describe('WhatsApp username.').meta({ example: 'anna.kowalska' }),
};
export const ContactAddress = exactlyOne({}, addresses, { example: { phone: '+15550100000' } });
export const ResolveContact = exactlyOne(instanceId, addresses, { example: { instance_id, phone: '+15550100000' } });
export type ResolveContact = z.output<typeof ResolveContact>;

export const ContactPicture = z
  .strictObject({
    url: z
      .string()
      .meta({ format: 'uri' })
      .nullable()
      .describe('URL of the picture; null if there is none or it is not visible to you.'),
  })
  .meta({ id: 'WhatsAppContactPicture', example: { url: null } });
export type ContactPicture = z.output<typeof ContactPicture>;
export const ContactAbout = z
  .strictObject({
    about: z.string().nullable().describe('“About” text; null if there is none or it is not visible to you.'),
  })
  .meta({ id: 'WhatsAppContactAbout', example: { about: 'At work' } });
export type ContactAbout = z.output<typeof ContactAbout>;
