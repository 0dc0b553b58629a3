import { expect, test } from 'bun:test';

import { z } from 'zod';

import { checkCondition } from '../../server/automation/templates/check';
import { SEND_ERRORS } from '../../shared/whatsapp/send-errors';
import { DETAILS, VALIDATION } from '../../web/i18n/labels/details.pt-BR';
import { translateDetail } from '../../web/i18n/labels/translate-detail';

const ROOT = new URL('../../', import.meta.url).pathname;

const sources = async (folder: string): Promise<string> => {
  const files = [...new Bun.Glob('**/*.ts').scanSync(ROOT + folder)];
  return (await Promise.all(files.map((file) => Bun.file(`${ROOT}${folder}/${file}`).text()))).join('\n');
};
const CODE = `${await sources('shared')}\n${await sources('server')}`;

/** As it stands in the code: values are expressions, and backquotes may be escaped. */
const inCode = (sentence: string): RegExp =>
  new RegExp(
    sentence
      .replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`)
      .replaceAll('`', '\\\\?`')
      .replaceAll(/\{[ab]\}/g, String.raw`\$\{[^\n]+?\}`),
  );

const namesIn = (text: string, of: RegExp): string[] => [...text.matchAll(of)].map(([name]) => name).toSorted();

test('each translated sentence is one that the API says', () => {
  expect(Object.keys(DETAILS).filter((sentence) => !inCode(sentence).test(CODE))).toEqual([]);
});

test('a translation has the values and the names of its sentence', () => {
  for (const [english, portuguese] of Object.entries(DETAILS)) {
    for (const kind of [/\{[ab]\}/g, /`[^`]+`/g]) {
      expect([english, namesIn(portuguese, kind)]).toEqual([english, namesIn(english, kind)]);
    }
    expect([english, portuguese]).not.toEqual([english, english]);
  }
});

test('each reason why a message is not sent has a translation', () => {
  const missing = Object.values(SEND_ERRORS).filter(({ message }) => DETAILS[message] === undefined);
  expect(missing).toEqual([]);
});

test('what is wrong with a condition is translated, with its position', () => {
  const wrong = ['', ' ', 'a =', 'a ==', '== 1', 'a b', 'a == 1 and', 'not', 'a not b', 'a == not b', '(a)', '{{ a }}'];
  wrong.push('a || b', 'a && b', 'a | upcase', '!a', "a == 'b", 'a.', 'a[', 'a[]', "a['b", 'a[b', '1a', 'a ? b');
  wrong.push('a'.repeat(4001), '['.repeat(30));
  const messages = wrong.flatMap((source) => checkCondition(source)?.message ?? []);
  expect(messages.length).toBe(wrong.length);
  expect(messages.filter((message) => translateDetail(message) === message)).toEqual([]);
  expect(translateDetail('A value is missing before `and`. (line 2, column 8)')).toBe(
    'Falta um valor antes de `and`. (linha 2, coluna 8)',
  );
});

test('values stay in their place', () => {
  expect(translateDetail('Must have at most 64 characters; it has 70.')).toBe(
    'Deve ter no máximo 64 caracteres; tem 70.',
  );
  expect(translateDetail('Your role is developer. You cannot grant or remove the role owner.')).toBe(
    'Sua função é developer. Você não pode conceder nem remover a função owner.',
  );
  expect(translateDetail('`schedule_at` must be in the future.')).toBe('`schedule_at`: deve estar no futuro.');
  expect(translateDetail('3 fields are invalid.')).toBe('3 campos são inválidos.');
});

test('without a translation the title of the code takes its place, unless that says too little', () => {
  expect(translateDetail('Something new.', 'slug_taken')).toBeUndefined();
  expect(translateDetail('Something new.', 'conflict')).toBe('Something new.');
  expect(translateDetail('Something new.')).toBe('Something new.');
});

test('what zod says itself is translated', () => {
  const schemas: [z.ZodType, unknown][] = [
    [z.string().min(3), 'a'],
    [z.string().max(3), 'abcd'],
    [z.number().min(3), 1],
    [z.number().positive(), 0],
    [z.number().max(3), 4],
    [z.number().int().max(3), 4],
    [z.array(z.string()).min(1), []],
    [z.array(z.string()).max(1), ['a', 'b']],
    [z.email(), 'a'],
    [z.iso.datetime(), 'a'],
    [z.url(), 'a'],
  ];
  const messages = schemas.map(([schema, value]) => schema.safeParse(value).error?.issues[0]?.message ?? '');
  expect(messages.filter((message) => translateDetail(message) === message)).toEqual([]);
  expect(messages.length).toBeGreaterThan(Object.keys(VALIDATION).length / 2);
});
