import { expect, test } from 'bun:test';

import { z } from 'zod';

import { idOf, text, timeInput, timestamp } from '../../shared/text';

test('equal schemas are made once, and others apart', () => {
  expect(text(80)).toBe(text(80));
  expect(timestamp()).toBe(timestamp());
  expect(text(80)).not.toBe(text(80, 0));
  expect(idOf('lnk')).not.toBe(idOf('dom'));
  expect(timeInput()).not.toBe(timeInput('2030-01-01T00:00:00Z'));
});

test('a description of one field is not another’s', () => {
  const [first, second] = [text(80).describe('Name.'), text(80).describe('Title.')];
  const { properties } = z.toJSONSchema(z.object({ first, second, third: text(80) }), { unrepresentable: 'any' });
  expect(properties).toMatchObject({
    first: { description: 'Name.', maxLength: 80 },
    second: { description: 'Title.', maxLength: 80 },
    third: { maxLength: 80 },
  });
  expect(properties?.['third']).not.toHaveProperty('description');
});
