/** vCards of version 3.0 (RFC 2426), with WhatsApp's parameter `waid`: the digits of an account. */

import { isJsonObject, asObject, asObjects } from '../../../../../json-object';
import { digitsOf } from '../addresses';

type Card = Record<string, unknown>;

const MAX_LINES = 200;
const MAX_VALUE = 1000;

const textIn = (card: Card, name: string): string => {
  const value = card[name];
  return typeof value === 'string' ? value : '';
};

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    .replaceAll(/[,;]/g, (mark) => `\\${mark}`);
const joined = (...texts: string[]): string => texts.map(escaped).join(';');
/** Parameters have no escapes. */
const typed = (card: Card): string => {
  const type = textIn(card, 'type').replaceAll(/[^A-Za-z0-9-]/g, '');
  return type === '' ? '' : `;type=${type.toUpperCase()}`;
};

export const nameOnCard = (card: Card): string => textIn(asObject(card['name']), 'formatted');

export function vcardOf(card: Card): string {
  const name = asObject(card['name']);
  const org = asObject(card['org']);
  const part = (field: string): string => textIn(name, field);
  const lines = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    `N:${joined(part('last'), part('first') || part('formatted'), part('middle'), part('prefix'), part('suffix'))}`,
    `FN:${escaped(part('formatted'))}`,
    ...(isJsonObject(card['org']) ? [`ORG:${joined(textIn(org, 'company'), textIn(org, 'department'))}`] : []),
    ...(textIn(org, 'title') === '' ? [] : [`TITLE:${escaped(textIn(org, 'title'))}`]),
    ...asObjects(card['phones']).map((phone) => {
      const account = digitsOf(textIn(phone, 'wa_id'));
      return `TEL${typed(phone)}${account === '' ? '' : `;waid=${account}`}:${escaped(textIn(phone, 'phone'))}`;
    }),
    ...asObjects(card['emails']).map((email) => `EMAIL${typed(email)}:${escaped(textIn(email, 'email'))}`),
    ...asObjects(card['urls']).map((url) => `URL${typed(url)}:${escaped(textIn(url, 'url'))}`),
    ...asObjects(card['addresses']).map((address) => {
      const [street = '', city = '', state = '', zip = '', country = ''] = ADDRESS.map((field) =>
        textIn(address, field),
      );
      return `ADR${typed(address)}:;;${joined(street, city, state, zip, country)}`;
    }),
    ...(textIn(card, 'birthday') === '' ? [] : [`BDAY:${escaped(textIn(card, 'birthday'))}`]),
    'END:VCARD',
  ];
  return lines.join('\n');
}

const ADDRESS = ['street', 'city', 'state', 'zip', 'country'] as const;
const NAME = ['last', 'first', 'middle', 'prefix', 'suffix'] as const;

interface Line {
  name: string;
  parameters: Map<string, string>;
  value: string;
}

export function cardFromVcard(vcard: string, displayName: string): Card {
  const lines = linesOf(vcard);
  const all = (name: string): Line[] => lines.filter((line) => line.name === name);
  const first = (name: string): string | undefined => all(name).map(({ value }) => unescaped(value))[0];
  const list = <T>(name: string, read: (line: Line) => T): T[] | undefined => {
    const found = all(name).map(read);
    return found.length === 0 ? undefined : found;
  };
  const names = fields(all('N')[0]?.value ?? '', NAME);
  const org = { ...fields(all('ORG')[0]?.value ?? '', ['company', 'department']), title: first('TITLE') };
  return filled({
    name: { ...names, formatted: first('FN') ?? displayName },
    phones: list('TEL', (line) =>
      filled({ phone: unescaped(line.value), type: typeOf(line), wa_id: line.parameters.get('waid') }),
    ),
    emails: list('EMAIL', (line) => filled({ email: unescaped(line.value), type: typeOf(line) })),
    urls: list('URL', (line) => filled({ url: unescaped(line.value), type: typeOf(line) })),
    addresses: list('ADR', (line) => filled({ ...fields(line.value, ['', '', ...ADDRESS]), type: typeOf(line) })),
    org: Object.values(org).some((value) => value !== undefined) ? filled(org) : undefined,
    birthday: first('BDAY'),
  });
}

const filled = (card: Card): Card =>
  Object.fromEntries(Object.entries(card).filter(([, value]) => value !== undefined));

const typeOf = ({ parameters }: Line): string | undefined => parameters.get('type')?.toUpperCase();

/** A line that begins with a space continues the previous one. Names may have a group, such as `item1.TEL`. */
function linesOf(vcard: string): Line[] {
  const text = vcard.replaceAll(/\r\n|\r/g, '\n').replaceAll(/\n[ \t]/g, '');
  return text.split('\n', MAX_LINES).map((line) => {
    const colon = line.indexOf(':');
    const [name = '', ...parameters] = line.slice(0, Math.max(0, colon)).split(';');
    return {
      name: name.replace(/^.*\./, '').toUpperCase(),
      parameters: new Map(
        parameters.map((parameter) => {
          const [key = '', value = ''] = parameter.split('=');
          return [key.toLowerCase(), value] as const;
        }),
      ),
      value: line.slice(colon + 1).slice(0, MAX_VALUE),
    };
  });
}

const unescaped = (text: string): string =>
  text.replaceAll(/\\([\\,;nN])/g, (_whole, mark: string) => (mark.toLowerCase() === 'n' ? '\n' : mark)).trim();

/** Parts between semicolons that are not escaped; an empty name skips its part. */
function fields(value: string, names: readonly string[]): Card {
  const parts = value.split(/(?<!\\);/).map(unescaped);
  return Object.fromEntries(
    names
      .map((name, index) => [name, parts[index]])
      .filter(([name, part]) => name !== '' && part !== undefined && part !== ''),
  ) as Card;
}
