import { expect, test } from 'bun:test';

import { fillVariables, variablesIn } from '../../shared/whatsapp/variables';
import {
  collectRecipients,
  missingValues,
  numberColumnIn,
  parsePasted,
  refColumnIn,
} from '../../web/features/whatsapp/batches/create/recipients';
import { parseTable, textOfFile } from '../../web/features/whatsapp/batches/create/table';

const read = (text: string, names: string[] = [], picked: { to: string; label: string; name?: string }[] = []) => {
  const reading = parsePasted(text);
  return collectRecipients(reading, { number: numberColumnIn(reading), ref: refColumnIn(reading), picked, names });
};

test('cells are read with quotes, line breaks in them, and any of the three separators', () => {
  expect(parseTable('a,"b ""c"", d"\r\n\n"e\nf",g\n')).toEqual([
    { line: 1, cells: ['a', 'b "c", d'] },
    { line: 3, cells: ['e\nf', 'g'] },
  ]);
  expect(parseTable('a;b,c').map(({ cells }) => cells)).toEqual([['a', 'b,c']]);
  expect(parseTable('a\tb').map(({ cells }) => cells)).toEqual([['a', 'b']]);
  expect(parseTable('')).toEqual([]);
});

test('a file of Windows is read as it was meant', async () => {
  expect(await textOfFile(new Blob([new Uint8Array([0x4a, 0xf6, 0x72, 0x67])]))).toBe('Jörg');
  expect(await textOfFile(new Blob(['\ufeffJörg']))).toBe('Jörg');
});

test('a bare list is numbers, however they are written, each once', () => {
  const { recipients, bad, repeated } = read('+1 555 010 0000\n15550100000, +15550100002\nnobody\n12');
  expect(recipients).toEqual([{ to: '+1 555 010 0000' }, { to: '+15550100002' }]);
  expect(repeated).toBe(1);
  expect(bad).toEqual([
    { line: 3, text: 'nobody' },
    { line: 4, text: '12' },
  ]);
});

test('of a table the columns become variables, and only those that the message has are sent', () => {
  const text = 'Vorname;Größe;Mobile;client_reference\nAda;M;+15550100000;a-1\n;L;+15550100002;\n';
  expect(parsePasted(text).columns.map(({ name }) => name)).toEqual(['vorname', 'gro_e', 'mobile', 'client_reference']);
  const { recipients } = read(text, ['vorname']);
  expect(recipients).toEqual([
    { to: '+15550100000', variables: { vorname: 'Ada' }, client_reference: 'a-1' },
    { to: '+15550100002' },
  ]);
  expect(missingValues(recipients, ['vorname'])).toEqual([{ name: 'vorname', count: 1 }]);
});

test('without a telling heading the column with the most numbers is taken', () => {
  const reading = parsePasted('who,where\nAda,+15550100000\nBen,+15550100002');
  expect(numberColumnIn(reading)).toBe(1);
});

test('who is picked comes besides, by name where the message asks for it', () => {
  const picked = [
    { to: '+15550100000', label: 'Ada', name: 'Ada' },
    { to: 'grp_01jd9x3k2mf8v9q4zt7w5b6n0c', label: 'Crew' },
  ];
  expect(read('15550100000', ['name'], picked)).toMatchObject({
    recipients: [{ to: '15550100000' }, { to: 'grp_01jd9x3k2mf8v9q4zt7w5b6n0c' }],
    repeated: 1,
  });
});

test('variables are found in every text of a content, and never in what names something', () => {
  const content = { type: 'template', language: '{{no}}', variables: { body: ['{{ a }}', '{{b}} {{a}}', '{{Not}}'] } };
  expect(variablesIn(content)).toEqual(['a', 'b']);
  expect(fillVariables(content, (name) => name.toUpperCase()).variables.body).toEqual(['A', 'B A', '{{Not}}']);
});
