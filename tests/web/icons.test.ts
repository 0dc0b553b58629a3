import { expect, test } from 'bun:test';

import { avatarColour, AVATAR_COLOURS, initialsOf } from '../../web/ui/icons/avatar';
import { countryName, flagOf } from '../../web/ui/icons/flag';

test('initials are of the first and the last name, in any script', () => {
  expect(initialsOf('Ada Lovelace')).toBe('AL');
  expect(initialsOf('Anna Maria van Dijk')).toBe('AD');
  expect(initialsOf('Zoë')).toBe('Z');
  expect(initialsOf('Юрий Гагарин')).toBe('ЮГ');
  expect(initialsOf('+1 555 010 0123')).toBe('23');
  expect(initialsOf('7771234@lid')).toBe('34');
  expect(initialsOf('🌸✨')).toBe('🌸');
  expect(initialsOf('')).toBe('·');
  expect(initialsOf('...')).toBe('·');
});

test('a name has the same colour everywhere, and names spread over all of them', () => {
  expect(avatarColour('usr_01jd9x3k2mf8v9q4zt7w5b6n0c')).toBe(avatarColour('usr_01jd9x3k2mf8v9q4zt7w5b6n0c'));
  const used = new Set(Array.from({ length: 200 }, (_, at) => avatarColour(`Person ${at}`)));
  expect(used.size).toBe(AVATAR_COLOURS);
});

test('countries have a flag and a name', () => {
  expect(flagOf('DE')).toBe('🇩🇪');
  expect(flagOf('unknown')).toBe('');
  expect(countryName('BR')).toBe('Brazil');
  expect(countryName('unknown')).toBe('unknown');
});
