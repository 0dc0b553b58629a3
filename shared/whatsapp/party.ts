import { z } from 'zod';

import { ID_PREFIXES, idPattern } from '../ids';
import { idOf } from '../text';
import { exampleId } from './fields';

/** Everybody a message can come from or go to; either network may keep the phone number to itself. */
export const Party = z
  .strictObject({
    contact_id: idOf(ID_PREFIXES.contact).nullable().describe('The contact, where one is known.'),
    phone: z.string().nullable().describe('Number in E.164 with `+`; null where the network hides it.'),
    lid: z.string().nullable().describe('WhatsApp’s id that hides the number.'),
    bsuid: z.string().nullable().describe('Meta’s id of the user for this business.'),
    username: z.string().nullable().describe('Name that the user chose on WhatsApp.'),
    name: z.string().nullable().describe('Name, as the address book or the profile has it.'),
  })
  .meta({
    id: 'WhatsAppParty',
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

export const ADDRESS_KINDS = ['phone', 'lid', 'bsuid', 'username'] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

const unanchored = (pattern: string): string => pattern.slice(1, -1);
const IDS = [ID_PREFIXES.contact, ID_PREFIXES.group, ID_PREFIXES.chat].map((prefix) => unanchored(idPattern(prefix)));

/** A device suffix `:N` may stand before the `@`. */
export const USER_JID = /^[0-9]{1,20}(?:_[0-9]{1,3})?(?::[0-9]{1,3})?@(?:s\.whatsapp\.net|c\.us|lid)$/;
export const GROUP_JID = /^[0-9]{1,20}(?:-[0-9]{1,20})?@g\.us$/;
export const BSUID = /^[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}$/;
/** Seven to fifteen digits; spaces, dots, dashes and brackets count for nothing. */
export const PHONE = /^[ .()[\]-]*\+?(?:[ .()[\]-]*[0-9]){7,15}[ .()[\]-]*$/;

const RECIPIENT = new RegExp(
  `^(?:${[...IDS, ...[USER_JID, GROUP_JID, BSUID, PHONE].map(({ source }) => unanchored(source))].join('|')})$`,
);
const PERSON = new RegExp(
  `^(?:${[IDS[0], ...[USER_JID, BSUID, PHONE].map(({ source }) => unanchored(source))].join('|')})$`,
);

const address = (pattern: RegExp, message: string, example: string) =>
  z
    .string()
    .superRefine((value, context) => {
      // Measured first: the pattern is only tried on what is short.
      if (value.length <= 200 && pattern.test(value)) return;
      context.addIssue({ code: 'custom', message, params: { code: 'invalid_recipient' } });
    })
    .meta({ pattern: pattern.source, minLength: 1, maxLength: 200, example });

/** Where a message goes: an id of ours, a JID, a BSUID or a phone number. */
export const recipient = () =>
  address(
    RECIPIENT,
    'Must be a phone number of 7 to 15 digits, a contact, group or chat id, a JID or a BSUID.',
    '+15550100000',
  );

/** A single person: as `recipient`, but no group and no chat. */
export const personAddress = () =>
  address(PERSON, 'Must be a phone number of 7 to 15 digits, a contact id, a JID or a BSUID.', '+15550100000');

export const phoneInput = () =>
  z
    .string()
    .max(60)
    .regex(PHONE, 'Must be a phone number of 7 to 15 digits.')
    .meta({ maxLength: 60, example: '+15550100000' });

/** Digits of a number as it is typed; null where it is none. */
export const phoneDigits = (typed: string): string | null => (PHONE.test(typed) ? typed.replace(/[^0-9]/g, '') : null);
