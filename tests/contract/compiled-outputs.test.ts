import { afterAll, describe, expect, test } from 'bun:test';

import * as fc from 'fast-check';
import { z } from 'zod';

import { compileInput, compileOutput } from '../../server/compile-output';
import { compileOperations } from '../../server/http/rest/operation';
import { EVENT_TYPES, EVENTS, exampleOf } from '../../shared/events/events';
import { newId } from '../../shared/ids';
import { idOf } from '../../shared/text';
import { startServer } from '../support/app';
import { Unfillable, valuesOf } from './arbitrary';
import { type Document, isRecord } from './document';
import { findOperation, readOperations } from './operations';

const server = await startServer();
afterAll(() => server.stop());

const document = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as Document;
const documented = readOperations(document);

/** What a schema makes of a value, as text; undefined if it refuses the value. */
function outcome(read: (value: unknown) => unknown, value: unknown): string | undefined {
  try {
    return canonical(read(value));
  } catch (error) {
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
}

const canonical = (value: unknown): string => JSON.stringify(value) ?? 'undefined';

/** Of one value: itself, and what it becomes with one of its parts damaged. */
function* damaged(value: unknown, random: () => number): Generator {
  yield value;
  const places = [...partsOf(value)];
  for (const damage of DAMAGES) {
    const place = places[Math.floor(random() * places.length)];
    if (place === undefined) return;
    const copy = structuredClone(value);
    damage(place.reduce((part: unknown, name) => (part as Record<string, unknown>)[name], copy));
    yield copy;
  }
}

/** Paths of objects and arrays in a value. */
function* partsOf(value: unknown, path: string[] = []): Generator<string[]> {
  if (typeof value !== 'object' || value === null) return;
  yield path;
  for (const [name, part] of Object.entries(value)) yield* partsOf(part, [...path, name]);
}

const oneOf = (part: unknown): string => Object.keys(part as object).at(-1) ?? 'none';
const put = (part: unknown, name: string, value: unknown): void =>
  Array.isArray(part) ? void part.push(value) : void Object.assign(part as object, { [name]: value });

const DAMAGES: ((part: unknown) => void)[] = [
  (part) => put(part, 'undeclared', 1),
  (part) => void (isRecord(part) && delete part[oneOf(part)]),
  ...[undefined, null, '', 'x'.repeat(5000), -1, 1.5, Number.NaN, true, [], {}, new Date(0)].map(
    (value) => (part: unknown) => put(part, oneOf(part), value),
  ),
];

describe('a compiled output', () => {
  const outputs = compileOperations().flatMap(({ id, output, status }) => (output ? [{ id, output, status }] : []));

  test.each(outputs)('of $id makes of a value what its schema makes of it', ({ id, output, status }) => {
    const { responses } = findOperation(documented, id);
    const schema = responses[status]?.content?.['application/json']?.schema ?? true;
    const compiled = compileOutput(output);
    let valid = 0;
    try {
      for (const [seed, value] of fc.sample(valuesOf(document, schema), { numRuns: 2, seed: 1 }).entries()) {
        const random = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { numRuns: 40, seed });
        for (const input of damaged(value, () => random.pop() ?? 0)) {
          const expected = outcome((one) => output.parse(one), input);
          expect(outcome(compiled, input)).toBe(expected as string);
          if (expected !== undefined) valid += 1;
        }
      }
    } catch (error) {
      if (!(error instanceof Unfillable)) throw error;
    }
    expect(valid).toBeGreaterThan(0);
  });

  test.each(EVENT_TYPES)('of the data of %s makes of a value what its schema makes of it', (type) => {
    const schema = EVENTS[type].data;
    const compiled = compileOutput(schema);
    const { data } = exampleOf(type);
    expect(outcome(compiled, data)).toBeDefined();
    for (let seed = 0; seed < 5; seed += 1) {
      const random = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { numRuns: 40, seed });
      for (const input of damaged(data, () => random.pop() ?? 0)) {
        expect(outcome(compiled, input)).toBe(outcome((one) => schema.parse(one), input) as string);
      }
    }
  });

  test.each([z.object({}), z.strictObject({}), z.object({ a: z.string().optional() })])(
    'takes no list for an object without required fields',
    (schema) => {
      expect(() => schema.parse([])).toThrow(z.ZodError);
      expect(() => compileOutput(schema)([])).toThrow(z.ZodError);
      expect(compileInput(schema)([]).success).toBe(false);
    },
  );

  test('does not ask the schema about a valid link', () => {
    const output = z.object({
      id: z.string().max(9),
      tags: z.array(z.enum(['a', 'b'])),
      at: z.iso.datetime().nullable(),
    });
    const compiled = compileOutput(output);
    output.parse = () => {
      throw new Error('asked');
    };
    const value = { id: 'lnk_1', tags: ['a'], at: '2026-01-01T00:00:00.000Z' };
    expect(compiled({ ...value, undeclared: 1 })).toEqual(value);
    expect(() => compiled({ ...value, at: 'today' })).toThrow('asked');
  });
});

describe('a compiled input', () => {
  const ids = z.strictObject({ link_id: idOf('lnk'), click_id: idOf('clk') });
  const valid = { link_id: newId('lnk'), click_id: newId('clk') };

  test('of ids makes of a value what its schema makes of it', () => {
    const compiled = compileInput(ids);
    const read = (value: unknown) => {
      const { success, data, error } = compiled(value);
      if (success) return data;
      throw error;
    };
    for (const seed of [1, 2, 3]) {
      const random = fc.sample(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { numRuns: 40, seed });
      for (const input of damaged(valid, () => random.pop() ?? 0)) {
        expect(outcome(read, input)).toBe(outcome((one) => ids.parse(one), input) as string);
      }
    }
  });

  test('does not ask the schema about valid ids', () => {
    const asked = ids.clone();
    const compiled = compileInput(asked);
    asked.safeParse = () => {
      throw new Error('asked');
    };
    expect(compiled(valid).data).toEqual(valid);
    expect(() => compiled({ ...valid, undeclared: 1 })).toThrow('asked');
  });

  test('keeps a missing field missing', () => {
    expect(compileInput(z.strictObject({ id: z.string().optional() }))({}).data).toStrictEqual({});
  });
});
