import { describe, expect, test } from 'bun:test';

import { z } from 'zod';

import { decodeInput } from '../../server/http/rest/decode';
import { compileOperations } from '../../server/http/rest/operation';
import { publicProcedure, router } from '../../server/trpc/procedures';
import type { FieldIssue } from '../../shared/errors';

describe('texts of path and query become values by one table', () => {
  const probe = router({
    probe: publicProcedure.meta({ openapi: { method: 'GET', path: '/probe' } }).query(
      z.strictObject({
        whole: z.number().int().optional(),
        number: z.number().optional(),
        flag: z.boolean().optional(),
        text: z.string().optional(),
        list: z.array(z.enum(['a', 'b'])).optional(),
        wholes: z.array(z.number().int()).optional(),
        some: z
          .array(z.enum(['a', 'b']))
          .min(1)
          .optional(),
      }),
      z.unknown(),
      (_, input) => input,
    ),
  });
  const [operation] = compileOperations(probe);
  if (!operation) throw new Error('No operation.');
  const decoded = (query: string): unknown => {
    try {
      return decodeInput(operation, {}, query, undefined);
    } catch (error) {
      return (error as { details: { errors: FieldIssue[] } }).details.errors
        .map(({ pointer, code }) => `${pointer} ${code}`)
        .join();
    }
  };

  test.each([
    ['whole=0', { whole: 0 }],
    ['whole=-7', { whole: -7 }],
    ['whole=9007199254740991', { whole: 9007199254740991 }],
    ['number=1.50', { number: 1.5 }],
    ['flag=true&text=true', { flag: true, text: 'true' }],
    ['flag=false', { flag: false }],
    ['text=%20a+b%2B', { text: ' a b+' }],
    ['text=5', { text: '5' }],
    ['list=a,b', { list: ['a', 'b'] }],
    ['list=a%2Cb', { list: ['a', 'b'] }],
    ['list=', { list: [] }],
    ['wholes=1,-2', { wholes: [1, -2] }],
    ['&whole=1&', { whole: 1 }],
  ])('%s', (query, value) => expect(decoded(query)).toEqual(value));

  test.each([
    '05',
    '+5',
    '5.0',
    '5e0',
    '1e2',
    '0x5',
    '0b1',
    '-',
    '-0x1',
    '%205',
    '5%20',
    '5,5',
    '1_000',
    '٥',
    'NaN',
    'Infinity',
    'true',
    '9007199254740992',
  ])('whole=%s is refused', (text) => expect(decoded(`whole=${text}`)).toBe('/whole invalid_type'));
  test.each(['1e3', '0x5', '.5', '5.', '+1', '01.5', '1,5', 'NaN', 'Infinity'])('number=%s is refused', (text) =>
    expect(decoded(`number=${text}`)).toBe('/number invalid_type'),
  );
  test.each(['1', '0', 'yes', 'TRUE', 'False', 'on', '%20true'])('flag=%s is refused', (text) =>
    expect(decoded(`flag=${text}`)).toBe('/flag invalid_type'),
  );
  test.each([
    ['whole=', '/whole required'],
    ['whole', '/whole required'],
    ['text=', '/text required'],
    ['some=', '/some required'],
    ['list=a,', '/list/1 invalid_value'],
    ['list=a,%20b', '/list/1 invalid_value'],
    ['wholes=1,x', '/wholes/1 invalid_type'],
    ['whole=1&whole=1', '/whole repeated'],
    ['list=a&list=b', '/list repeated'],
    ['list[]=a', '/list[] unknown_parameter'],
    ['text=%00', '/text invalid_encoding'],
    ['text=%zz', '/text invalid_encoding'],
    ['text=%ff', '/text invalid_encoding'],
    ['text=%ED%A0%80', '/text invalid_encoding'],
  ])('%s is refused', (query, issue) => expect(decoded(query)).toBe(issue));
});
