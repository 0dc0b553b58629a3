import { expect, test } from 'bun:test';

import { simplifyDocument } from '../../server/http/document/simplify-document';

type Schemas = Record<string, Record<string, unknown>>;
/** The schema `It` as the document tells it, beside others that it may refer to. */
function converted(it: Record<string, unknown>, others: Schemas = {}): unknown {
  const schemas: Schemas = { ...others, It: it };
  return simplifyDocument({ components: { schemas } }).components.schemas['It'];
}

const text = { type: 'string', maxLength: 9 };
const closed = (name: string, schema: object) => ({
  type: 'object',
  properties: { [name]: schema },
  required: [name],
  additionalProperties: false,
});

test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
  ['what may be null has one type more', { anyOf: [text, { type: 'null' }] }, { ...text, type: ['string', 'null'] }],
  [
    'null is one of the values then',
    { anyOf: [{ type: 'string', enum: ['a'] }, { type: 'null' }], description: 'It.' },
    { type: ['string', 'null'], enum: ['a', null], description: 'It.' },
  ],
  [
    'fixed values are values of one type',
    {
      anyOf: [
        { type: 'number', const: 1 },
        { type: 'number', const: 2 },
      ],
    },
    { type: 'number', enum: [1, 2] },
  ],
  [
    'texts of several patterns are texts of one',
    {
      anyOf: [
        { ...text, pattern: '^a$' },
        { type: 'string', const: '*' },
      ],
    },
    { ...text, pattern: String.raw`^a$|^\*$` },
  ],
  [
    'a text or a list of texts is of either type',
    { anyOf: [text, { type: 'array', items: text, maxItems: 2 }] },
    { type: ['string', 'array'], maxLength: 9, items: text, maxItems: 2 },
  ],
  [
    'objects that exclude each other are alternatives of one type',
    { anyOf: [closed('kind', { const: 'a' }), closed('kind', { const: 'b' })] },
    { type: 'object', oneOf: [closed('kind', { const: 'a' }), closed('kind', { const: 'b' })] },
  ],
])('%s', (_, schema, plain) => {
  expect(converted(schema)).toEqual(plain);
});

test.each<[string, Record<string, unknown>]>([
  [
    'texts of several lengths',
    {
      anyOf: [
        { ...text, pattern: '^a$' },
        { type: 'string', pattern: '^b$', maxLength: 5 },
      ],
    },
  ],
  ['alternatives that a value may meet both of', { anyOf: [text, { type: 'string', format: 'uri' }] }],
  ['a length that stands twice and differs', { anyOf: [text, { type: 'null' }], maxLength: 3 }],
])('%s are not made one', (_, schema) => {
  expect(converted(schema)).toHaveProperty(schema['maxLength'] === 3 ? 'oneOf' : 'anyOf');
});

test('a shared object that may always be null is nullable itself, and one that may not is not', () => {
  const nullable = { anyOf: [{ $ref: '#/components/schemas/Other' }, { type: 'null' }] };
  const Other = { type: 'object', properties: { long: { ...text, description: 'x'.repeat(2000) } } };
  const schemas: Schemas = { Other, It: { properties: { other: nullable } } };
  const always = simplifyDocument({ components: { schemas } });
  expect(always.components.schemas).toEqual({
    Other: { ...Other, type: ['object', 'null'] },
    It: { properties: { other: { $ref: '#/components/schemas/Other' } } },
  });
  const both = { properties: { other: nullable, same: { $ref: '#/components/schemas/Other' } } };
  expect(converted(both, { Other })).toEqual({
    properties: { other: { oneOf: nullable.anyOf }, same: { $ref: '#/components/schemas/Other' } },
  });
});

test('examples and property names are not schemas', () => {
  const example = { anyOf: [{ type: 'string' }, { type: 'null' }] };
  expect(converted({ example, properties: { anyOf: text } })).toEqual({ example, properties: { anyOf: text } });
});
