import { describe, expect, test } from 'bun:test';

import * as fc from 'fast-check';

import { Unfillable, valuesOf } from './arbitrary';
import { conformance, readAnswer } from './conformance';
import type { Document, Json, Schema } from './document';
import { fuzz } from './fuzz';
import { gates } from './gates';
import { isolation } from './isolation';
import { junk } from './junk';
import { MUTATIONS, gate, mutate, unreported } from './mutations';
import { asText, baseUrlOf, buildRequest, findOperation, readOperations } from './operations';
import { type Bug, startSample } from './sample';
import { SAMPLE } from './sample-document';
import { scopeMatrix } from './scope-matrix';
import { isValid } from './validate';

const operations = readOperations(SAMPLE);
/** The runs are what counts: on a busy machine they take longer. */
const LINES = { runs: 200, milliseconds: 20_000, seed: 7 };

const target = (...bugs: Bug[]) => {
  const { call, idOfA } = startSample(...bugs);
  return { document: SAMPLE, call, key: 'a:things:read,things:write', ids: { thing_id: [idOfA], parent_id: [idOfA] } };
};

const documentWith = (schema: Schema, others: Record<string, Schema> = {}): Document => ({
  openapi: '3.1.0',
  info: {},
  components: { schemas: { ...others, It: schema } },
});
const draw = (schema: Schema, others?: Record<string, Schema>) => {
  const document = documentWith(schema, others);
  const values = fc.sample(valuesOf(document, { $ref: '#/components/schemas/It' }), { numRuns: 200, seed: 1 });
  expect(values.filter((value) => !isValid(document, schema, value))).toEqual([]);
  return values;
};
/** A row has no third value where the schema refers to no other: Bun would pass a callback in its place. */
const named = (rows: [string, Schema, Record<string, Schema>?][]) =>
  rows.map(([name, schema, others = {}]): [string, Schema, Record<string, Schema>] => [name, schema, others]);

const text = (value: Json) => (typeof value === 'string' ? value : JSON.stringify(value));

const find = async (bug: Bug, operationId: string, mode: 'valid' | 'junk') =>
  (await fuzz(target(bug), findOperation(operations, operationId), mode, LINES)).join('\n');

const checkGates = (...bugs: Bug[]) => gates(target(...bugs), operations, 'a:');

const checkIsolation = (...bugs: Bug[]) => {
  const { call, idOfA } = startSample(...bugs);
  return isolation(
    { document: SAMPLE, call, keys: { a: 'a:things:write', b: 'b:things:write' }, ids: { tng: idOfA } },
    operations,
  );
};

const checkScopes = (...bugs: Bug[]) =>
  scopeMatrix(
    {
      document: SAMPLE,
      call: startSample(...bugs).call,
      scopes: ['things:read', 'things:write', 'other:read'],
      keyWith: async (scope) => `a:${scope}`,
      expand: (scope) => (scope === 'things:write' ? ['things:read'] : []),
    },
    operations,
  );

describe('values', () => {
  const node = {
    type: 'object',
    properties: { inner: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
    required: ['inner'],
  };

  test.each<[string, Schema, Record<string, Schema>]>(
    named([
      ['text of bounded length', { type: 'string', minLength: 3, maxLength: 5 }],
      ['a long pattern', { type: 'string', pattern: '^[a-z0-9_]+$', minLength: 20, maxLength: 30 }],
      ['a pattern with look-around', { type: 'string', pattern: '^(?!-)(?!.*--)[a-z-]{1,20}(?<!-)$' }],
      ['a pattern with a Unicode class', { type: 'string', pattern: String.raw`^\p{L}+$`, maxLength: 9 }],
      ['dates', { type: 'string', format: 'date-time' }],
      ['mail addresses', { type: 'string', format: 'email', maxLength: 254 }],
      ['addresses', { type: 'string', format: 'uri', maxLength: 2048 }],
      ['numbers beyond a bound', { type: 'number', exclusiveMinimum: 0, maximum: 1 }],
      ['multiples', { type: 'integer', multipleOf: 5, minimum: 3, maximum: 20 }],
      ['type lists', { type: ['string', 'null', 'integer'], maxLength: 4, minimum: 0 }],
      ['unique lists', { type: 'array', items: { enum: ['a', 'b', 'c'] }, uniqueItems: true, minItems: 2 }],
      ['maps', { type: 'object', additionalProperties: { type: 'integer' }, maxProperties: 2, minProperties: 1 }],
      [
        'one of several',
        {
          oneOf: [
            { type: 'object', properties: { kind: { const: 'a' } }, required: ['kind'] },
            { type: 'string', maxLength: 3 },
          ],
        },
      ],
      [
        'all of several',
        {
          allOf: [
            { type: 'object', properties: { a: { type: 'string', maxLength: 9 } } },
            { type: 'object', properties: { a: { type: 'string', minLength: 2 } }, required: ['a'] },
          ],
        },
      ],
      [
        'a reference and what stands beside it',
        { $ref: '#/components/schemas/Text', maxLength: 3 },
        { Text: { type: 'string', minLength: 2 } },
      ],
      ['recursion', { $ref: '#/components/schemas/Node' }, { Node: node }],
      [
        'recursion through branches',
        { $ref: '#/components/schemas/Rule' },
        {
          Rule: {
            anyOf: [
              {
                type: 'object',
                properties: { all: { type: 'array', items: { $ref: '#/components/schemas/Rule' }, minItems: 1 } },
                required: ['all'],
              },
              { type: 'string', maxLength: 2 },
            ],
          },
        },
      ],
      ['anything', true],
    ]),
  )('are drawn: %s', (_, schema, others) => {
    expect(new Set(draw(schema, others).map((value) => JSON.stringify(value))).size).toBeGreaterThan(1);
  });

  test('are as long as allowed now and then, counted in code points', () => {
    const lengths = draw({ type: 'string', maxLength: 500 }).map((one) => Array.from(text(one)).length);
    expect(lengths).toContain(500);
    expect(draw({ type: 'string', maxLength: 500 }).some((one) => text(one).length > 500)).toBe(true);
  });

  test('hold no NUL and no lone surrogate', () => {
    const texts = draw({ type: 'string', pattern: '^[^a]{1,9}$' }).concat(draw({ type: 'string' }));
    expect(texts.map(text).filter((one) => !one.isWellFormed() || one.includes('\0'))).toEqual([]);
  });

  test('are refused where there are none', () => {
    expect(() => draw({ type: 'string', pattern: '^a$', minLength: 2 })).toThrow(Unfillable);
    expect(() => draw({ allOf: [{ const: 1 }, { type: 'string' }] })).toThrow(Unfillable);
  });

  test('that are junk include own __proto__ and very long text', () => {
    const texts = fc.sample(junk, { numRuns: 3_000, seed: 1 }).map((value: Json) => JSON.stringify(value));
    expect(texts.some((one) => one.includes('"__proto__":'))).toBe(true);
    expect(texts.some((one) => one.length > 50_000)).toBe(true);
  });
});

describe('the fuzzer', () => {
  test('finds nothing in a sound service', async () => {
    const sound = target();
    for (const operation of operations) {
      expect(await fuzz(sound, operation, 'valid', LINES)).toEqual([]);
      expect(await fuzz(sound, operation, 'junk', LINES)).toEqual([]);
    }
  });

  test('reports the answers it saw, skips excluded operations, and reports a service that does not answer', async () => {
    const seen = new Map<string, Set<number>>();
    const get = findOperation(operations, 'things_get');
    expect(await fuzz({ ...target(), seen }, get, 'valid', LINES)).toEqual([]);
    expect(seen.get('things_get')).toEqual(new Set([200, 404]));

    const dead = { ...target(), call: () => Promise.reject(new Error('gone')) };
    expect((await fuzz(dead, get, 'valid', LINES)).join()).toContain('no answer: Error: gone');
    expect(await fuzz({ ...dead, skip: ['things_get'] }, get, 'valid', LINES)).toEqual([]);
  });

  test.each<[Bug, string, 'valid' | 'junk', string]>([
    ['missing field', 'things_create', 'valid', "must have required property 'tags'"],
    ['wrong type', 'things_create', 'valid', '/count must be integer'],
    ['500 on a long url', 'things_create', 'valid', 'a valid request got 500'],
    ['undocumented 409', 'things_create', 'valid', 'status 409 is not documented'],
    ['cursor refused', 'things_list', 'valid', 'second page: a valid request got 400'],
    ['500 on __proto__', 'things_create', 'junk', 'a junk request got 500'],
  ])('finds: %s', async (bug, operationId, mode, complaint) => {
    const report = await find(bug, operationId, mode);
    expect(report).toContain(complaint);
    expect(report).toContain('FUZZ_SEED=7');
  });
});

describe('requests', () => {
  test('carry ids with slashes encoded, lists joined by commas, numbers without exponents', () => {
    const operation = findOperation(operations, 'things_get');
    const draft = {
      path: { thing_id: encodeURIComponent('a/b c') },
      query: [['tags', asText(['a', 'é'])] as [string, string]],
      headers: {},
    };
    const request = buildRequest(operation, draft, { baseUrl: baseUrlOf(SAMPLE), key: 'k' });
    expect(request.url).toBe('https://things.example.org/api/v1/things/a%2Fb%20c?tags=a,%C3%A9');
    expect(request.headers.get('authorization')).toBe('Bearer k');
    expect([1e-7, 1e21, -0.5].map(asText)).toEqual(['0.0000001', '1000000000000000000000', '-0.5']);
  });
});

describe('conformance', () => {
  test('names what an answer lacks', async () => {
    const operation = findOperation(operations, 'things_get');
    const complaints = async (response: Response) => conformance(SAMPLE, operation, await readAnswer(response));

    expect(await complaints(new Response('no', { status: 418 }))).toEqual([
      'X-Request-Id is missing',
      'status 418 is not documented',
    ]);
    expect(
      await complaints(new Response('<p>', { headers: { 'content-type': 'text/html', 'x-request-id': 'r' } })),
    ).toEqual(['200: content type text/html is not documented']);
    const problem = { type: 'https://example.com', title: 'x', status: 400, code: 'x', request_id: 'other' };
    const headers = { 'content-type': 'application/problem+json', 'x-request-id': 'r' };
    expect(await complaints(Response.json(problem, { status: 404, headers }))).toEqual([
      '404: request_id "other" is not X-Request-Id r',
      '404: the problem says status 400',
    ]);
  });
});

describe('gates', () => {
  test('pass in a sound service', async () => expect(await checkGates()).toEqual([]));

  test.each<[Bug, string]>([
    ['no key asked', 'things_list: without a key 200, not 401'],
    ['scope forgotten', 'things_delete: without scopes 204, not 403'],
    ['method lets through', '/things: PUT 401, not 405'],
    ['HEAD has other headers', '/things: HEAD has x-head 1, GET null'],
  ])('fail: %s', async (bug, complaint) => expect(await checkGates(bug)).toContain(complaint));
});

describe('isolation', () => {
  test('holds in a sound service', async () => expect(await checkIsolation()).toEqual([]));
  test('fails where a path finds what another workspace owns', async () =>
    expect((await checkIsolation('foreign id leaks')).join()).toContain('things_delete, path thing_id: differs'));
  test('fails where a body does', async () =>
    expect((await checkIsolation('foreign parent leaks')).join()).toContain('things_create, body parent_id: differs'));

  test('fails where no id is known, or A has no such object', async () => {
    const without = { document: SAMPLE, call: startSample().call, keys: { a: 'a:things:write', b: 'b:things:write' } };
    expect((await isolation({ ...without, ids: {} }, operations)).join()).toContain('no id of A is given');
    const strange = `tng_${'z'.repeat(26)}`;
    expect((await isolation({ ...without, ids: { tng: strange } }, operations)).join()).toContain('A itself gets 404');
  });
});

describe('the scope matrix', () => {
  test('holds in a sound service', async () => expect(await checkScopes()).toEqual([]));
  test('fails where a scope is not asked for', async () =>
    expect(await checkScopes('scope forgotten')).toContain(
      'things_delete with other:read: 400, though no declared scope is held',
    ));
});

// It asks no database, and the linters are slow.
describe('the gate over the document', () => {
  test('is silent about the sample, and reports each of the thirty defects that are seeded into it', async () => {
    expect(Object.keys(MUTATIONS)).toHaveLength(30);
    expect(await unreported(SAMPLE)).toEqual([]);
  });

  test('reports what only our rules see, and where', async () => {
    const [problems] = await gate([mutate(SAMPLE, MUTATIONS['no maxLength'] ?? (() => {}))]);
    expect(problems).toMatchObject([
      { by: 'rules', rule: 'input-string-bounds', at: '#/paths/~1things/post/requestBody/application/json/name' },
    ]);
  });
});
