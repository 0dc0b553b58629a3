import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { exactlyOne } from '../one-of';
import { pageOf, pageQuery } from '../page';
import { idOf, text, timestamp } from '../text';
import { exampleId, metadata, MetadataInput } from './fields';
import { instanceId } from './instance-inputs';
import { BSUID, EXAMPLE_PARTY, Party, phoneInput } from './party';

export const OPT_OUTS = ['none', 'marketing', 'all'] as const;
export type OptOut = (typeof OPT_OUTS)[number];
const optOut = () => z.enum(OPT_OUTS).describe('What the person does not want: nothing, marketing, or any message.');

export const Contact = Party.extend({
  id: idOf(ID_PREFIXES.contact).describe('Id of the contact.'),
  object: z.literal('whatsapp.contact').describe('Kind of object.'),
  instance_id: idOf(ID_PREFIXES.instance).describe('The instance that knows it.'),
  push_name: z.string().nullable().describe('Name that the person gives.'),
  is_business: z.boolean().describe('A business account.'),
  is_blocked: z.boolean().describe('Blocked by this account.'),
  profile_picture_url: z.string().nullable().describe('Address of the picture.'),
  about: z.string().nullable().describe('Line below the name.'),
  opt_out: optOut(),
  metadata: metadata(),
  created_at: timestamp().describe('When it was made.'),
  updated_at: timestamp().describe('When it last changed.'),
  version: z.number().int().min(0).describe('Grows with each change; its ETag.'),
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
export const EXAMPLE_CONTACT = Contact.meta()?.['example'] as Contact;
export const ContactPage = pageOf(Contact);

export const ContactId = z.strictObject({
  ...instanceId,
  contact_id: idOf(ID_PREFIXES.contact).describe('Id of the contact.'),
});
export type ContactId = z.output<typeof ContactId>;

export const ListContacts = z.strictObject({
  ...instanceId,
  ...pageQuery,
  q: text(200).optional().describe('Part of a name or address, whatever the case.').meta({ example: 'sheena' }),
  blocked: z.boolean().optional().describe('Only blocked contacts, or only others.'),
  opt_out: optOut().optional(),
});
export type ListContacts = z.output<typeof ListContacts>;

const instance_id = exampleId(ID_PREFIXES.instance);
export const UpdateContact = z
  .strictObject({
    ...ContactId.shape,
    name: text(200).nullable().optional().describe('Your own name of it; null for none.'),
    opt_out: optOut().optional(),
    metadata: MetadataInput.optional().describe('Your own pairs, all of them anew.'),
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
      .describe('The numbers.')
      .meta({ example: ['+15550100000'] }),
  })
  .meta({ example: { instance_id, phones: ['+15550100000'] } });
export type CheckContacts = z.output<typeof CheckContacts>;

export const CheckedContacts = z
  .strictObject({
    data: z
      .array(
        z.strictObject({
          input: z.string().describe('The number as it was given.'),
          exists: z.boolean().describe('It is on WhatsApp.'),
          contact: Contact.nullable().describe('The contact, if it is.'),
        }),
      )
      .describe('One answer for each number, in their order.'),
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
    .describe('WhatsApp’s id that hides the number.')
    .meta({ maxLength: 24, example: '123456789012345@lid' }),
  bsuid: z
    .string()
    .regex(BSUID, 'Must be such as US.1349.')
    .describe('Meta’s id of the user for this business.')
    .meta({ maxLength: 135, example: 'US.13491208655302741918' }),
  phone: phoneInput().describe('Phone number.'),
  username: text(100).describe('Name that the user chose on WhatsApp.').meta({ example: 'anna.kowalska' }),
};
/** The body: one address. */
export const ContactAddress = exactlyOne({}, addresses, { example: { phone: '+15550100000' } });
export const ResolveContact = exactlyOne(instanceId, addresses, { example: { instance_id, phone: '+15550100000' } });
export type ResolveContact = z.output<typeof ResolveContact>;

export const ContactPicture = z
  .strictObject({
    url: z
      .string()
      .meta({ format: 'uri' })
      .nullable()
      .describe('Address of the picture; null for none, or none that is shown.'),
  })
  .meta({ id: 'WhatsAppContactPicture', example: { url: null } });
export type ContactPicture = z.output<typeof ContactPicture>;
export const ContactAbout = z
  .strictObject({ about: z.string().nullable().describe('Line below the name; null for none, or none that is shown.') })
  .meta({ id: 'WhatsAppContactAbout', example: { about: 'At work' } });
export type ContactAbout = z.output<typeof ContactAbout>;
