import { z } from 'zod';

import { ID_PREFIXES } from '../ids';
import { boundedText, idOf } from '../text';
import { PERSON, PHONE, RECIPIENT } from './addresses';
import { exampleId } from './fields';

export { BSUID, GROUP_JID, phoneDigits, USER_JID } from './addresses';

const MAX_ADDRESS = 200;

/** Either network may withhold the phone number. */
export const Party = z
  .strictObject({
    contact_id: idOf(ID_PREFIXES.contact).nullable().describe('Id of the contact; null if unknown.'),
    phone: boundedText(20).nullable().describe('Phone number in E.164 format with `+`; null if WhatsApp hides it.'),
    lid: boundedText(MAX_ADDRESS).nullable().describe('LID: a WhatsApp id that hides the phone number.'),
    bsuid: boundedText(MAX_ADDRESS).nullable().describe('BSUID: Meta’s id of the user, specific to your business.'),
    username: boundedText(MAX_ADDRESS).nullable().describe('WhatsApp username.'),
    name: z.string().nullable().describe('Name from the address book or the profile.'),
  })
  .meta({
    id: 'WhatsAppParty',
    description: 'A person, with all addresses that are known.',
    example: {
      contact_id: exampleId(ID_PREFIXES.contact),
      phone: '+15550100000',
      lid: null,
      bsuid: null,
      username: null,
      name: 'Sheena Nelson',
    },
  });
export type Party = z.output<typeof Party>;
export const EXAMPLE_PARTY = Party.meta()?.['example'] as Party;

const ADDRESS_KINDS = ['phone', 'lid', 'bsuid', 'username'] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

const address = (pattern: RegExp, message: string, example: string) =>
  z
    .string()
    .superRefine((value, context) => {
      // The length is checked first, since the pattern is slow for long text.
      if (value.length <= MAX_ADDRESS && pattern.test(value)) return;
      context.addIssue({ code: 'custom', message, params: { code: 'invalid_recipient' } });
    })
    .meta({ pattern: pattern.source, minLength: 1, maxLength: MAX_ADDRESS, example });

/** An id of this service, a JID, a BSUID or a phone number. */
export const recipient = () =>
  address(
    RECIPIENT,
    'Must be a phone number of 7 to 15 digits, a contact, group or chat id, a JID or a BSUID.',
    '+15550100000',
  );

/** Like `recipient`, without groups and chats. */
export const personAddress = () =>
  address(PERSON, 'Must be a phone number of 7 to 15 digits, a contact id, a JID or a BSUID.', '+15550100000');

export const phoneInput = () =>
  z
    .string()
    .max(60)
    .regex(PHONE, 'Must be a phone number of 7 to 15 digits.')
    .meta({ maxLength: 60, example: '+15550100000' });
