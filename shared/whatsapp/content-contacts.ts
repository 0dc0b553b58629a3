import { z } from 'zod';

import { text } from '../text';
import { webUrl } from './fields';
import { phoneInput } from './party';

const part = (what: string) => text(200).optional().describe(what);
const listOf = <T extends z.ZodType>(item: T, what: string) => z.array(item).max(10).optional().describe(what);
const kind = () => text(20).optional().describe('Label, such as `WORK` or `HOME`.');

const Name = z.strictObject({
  formatted: text(200).describe('Full name, as shown on the card.'),
  first: part('Given name.'),
  last: part('Family name.'),
  middle: part('Middle name.'),
  prefix: part('Title before the name.'),
  suffix: part('Suffix after the name.'),
});
const Phone = z.strictObject({
  phone: phoneInput().describe('Phone number.'),
  type: kind(),
  wa_id: z
    .string()
    .regex(/^[0-9]{7,15}$/, 'Must be 7 to 15 digits.')
    .max(15)
    .optional()
    .describe('Digits of the WhatsApp number. With them, the recipient can write to the contact from the card.'),
});
const Address = z.strictObject({
  street: part('Street and number.'),
  city: part('City.'),
  state: part('State or region.'),
  zip: text(20).optional().describe('Postal code.'),
  country: part('Country.'),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, 'Must be a country code of two capital letters (ISO 3166-1 alpha-2), such as DE.')
    .max(2)
    .optional()
    .describe('Country code of two capital letters (ISO 3166-1 alpha-2).'),
  type: kind(),
});

const ContactCard = z.strictObject({
  name: Name.describe('Name of the person or company.'),
  phones: listOf(Phone, 'Phone numbers.'),
  emails: listOf(
    z.strictObject({ email: z.email().max(254).describe('E-mail address.').meta({ maxLength: 254 }), type: kind() }),
    'E-mail addresses.',
  ),
  org: z
    .strictObject({ company: part('Company.'), department: part('Department.'), title: part('Job title.') })
    .optional()
    .describe('Employer of the person.'),
  urls: listOf(z.strictObject({ url: webUrl().describe('URL of the web page.'), type: kind() }), 'Web pages.'),
  addresses: listOf(Address, 'Postal addresses.'),
  birthday: z.iso.date().optional().describe('Date of birth.').meta({ maxLength: 10, example: '1990-04-01' }),
});
type ContactCard = z.output<typeof ContactCard>;

export const ContactsContent = z
  .strictObject({
    type: z.literal('contacts').describe('Contact cards.'),
    contacts: z.array(ContactCard).min(1).max(20).describe('Contact cards.'),
  })
  .meta({
    example: {
      type: 'contacts',
      contacts: [{ name: { formatted: 'Ada Byron' }, phones: [{ phone: '+1 555 010 0000', wa_id: '15550100000' }] }],
    },
  });
