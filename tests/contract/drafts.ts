import * as fc from 'fast-check';

import { type Override, valuesOf } from './arbitrary';
import type { Document, Json } from './document';
import { junk, junkBodyText, junkText, spoiled } from './junk';
import { type Draft, type Operation, type Parameter, asText, encodeBody } from './operations';
import { sift } from './strings';

/** Parameters that only an earlier answer can fill, and headers that must be fresh each time. */
const NEVER_DRAWN = new Set(['cursor', 'idempotency-key']);

const isDrawn = (parameter: Parameter) => parameter.required || !NEVER_DRAWN.has(parameter.name.toLowerCase());

export interface Drawn {
  document: Document;
  operation: Operation;
  override?: Override | undefined;
}

/** Requests that the document calls valid. Throws `Unfillable` while drawing where there are none. */
export function validDrafts(drawn: Drawn): fc.Arbitrary<Draft> {
  const { document, operation, override } = drawn;
  const parameters = fc.tuple(...operation.parameters.filter(isDrawn).map((parameter) => entries(drawn, parameter)));
  const { body } = operation;
  const bodies = body
    ? valuesOf(document, body.schema, '', override).map((value) => encodeBody(body.type, value))
    : fc.constant(undefined);

  return fc
    .tuple(parameters, body?.required === false ? fc.option(bodies, { nil: undefined }) : bodies)
    .map(([all, sent]) => ({
      ...assemble(all.flat()),
      ...(sent ? { body: sent } : {}),
    }));
}

interface Entry {
  in: Parameter['in'];
  name: string;
  value: string;
}

function entries(drawn: Drawn, parameter: Parameter): fc.Arbitrary<Entry[]> {
  const values = valuesOf(drawn.document, parameter.schema, parameter.name, drawn.override);
  const texts = sift(
    values,
    (value) => canCarry(drawn, parameter, value),
    `${parameter.in} parameter ${parameter.name}`,
  );
  const entry = (value: Json): Entry[] => {
    const parts = parameter.repeats && Array.isArray(value) ? value : [value];
    return parts.map((part) => ({ in: parameter.in, name: parameter.name, value: asText(part) }));
  };
  const filled = texts.map(entry);
  return parameter.required ? filled : fc.oneof(fc.constant<Entry[]>([]), filled);
}

/** Some valid values have no form on the wire: an empty segment, a comma in a list, a line break in a header. */
function canCarry(drawn: Drawn, parameter: Parameter, value: Json): boolean {
  if (Array.isArray(value) && value.some((item) => /^$|,/u.test(asText(item)))) return false;
  const text = asText(value);
  if (parameter.in === 'query' && Array.isArray(value) && value.length === 0) return true;
  if (text === '' || (typeof value === 'number' && Number(text) !== value)) return false;
  if (parameter.in === 'header') return /^[!-~](?:[ -~]*[!-~])?$/u.test(text);
  return parameter.in === 'query' || isOwnSegment(drawn, parameter, encodeURIComponent(text));
}

/** Not `.`, `..`, nor the name of a neighbouring path. */
function isOwnSegment({ document, operation }: Drawn, parameter: Parameter, segment: string): boolean {
  if (/^(?:\.|%2e){0,2}$/iu.test(segment)) return false;
  const parts = operation.path.split('/');
  const at = parts.indexOf(`{${parameter.name}}`);
  return !Object.keys(document.paths ?? {}).some((path) => {
    const others = path.split('/');
    return others.length === parts.length && others[at] === segment;
  });
}

function assemble(parameters: Entry[]): Draft {
  const of = (location: Parameter['in']) =>
    parameters.filter((entry) => entry.in === location).map(({ name, value }): [string, string] => [name, value]);
  const path = Object.fromEntries(of('path').map(([name, value]) => [name, encodeURIComponent(value)]));
  return { path, query: of('query'), headers: Object.fromEntries(of('header')) };
}

/** A valid request with one part spoiled, so that the others do not hide what it meets. */
export function junkDrafts(drawn: Drawn): fc.Arbitrary<Draft> {
  const { operation, document } = drawn;
  const valid = validDrafts(drawn);
  const kinds: fc.MaybeWeightedArbitrary<Draft>[] = [spoiledQuery(valid, operation), spoiledHeaders(valid, operation)];

  const names = operation.parameters.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name);
  if (names.length > 0) kinds.push({ weight: 2, arbitrary: spoiledPath(drawn, valid, names) });

  const { body } = operation;
  const texts = fc.oneof(
    junk.map((value) => JSON.stringify(value)),
    junkBodyText,
  );
  const bodies = body
    ? fc.oneof(
        { weight: 3, arbitrary: spoiled(valuesOf(document, body.schema)).map((value) => JSON.stringify(value)) },
        texts,
      )
    : texts;
  const types = fc.oneof(
    { weight: 12, arbitrary: fc.constant(body?.type ?? 'application/json') },
    fc.constantFrom('text/plain', 'application/json; charset=latin1', 'multipart/form-data', 'x'),
  );
  const withBody = fc
    .tuple(valid, bodies, types)
    .map(([draft, content, type]) => ({ ...draft, body: { type, content } }));
  if (operation.method !== 'GET') kinds.push({ weight: body ? 5 : 1, arbitrary: withBody });

  return fc.oneof(...kinds);
}

function spoiledQuery(valid: fc.Arbitrary<Draft>, operation: Operation): fc.Arbitrary<Draft> {
  const known = operation.parameters.filter((parameter) => parameter.in === 'query').map((parameter) => parameter.name);
  const names = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...(known.length ? known : ['x'])) },
    { weight: 1, arbitrary: junkText },
  );
  const wrong = fc.array(fc.tuple(names, junkText), { minLength: 1, maxLength: 3 });
  return fc.tuple(valid, wrong).map(([draft, query]) => ({
    ...draft,
    query: [...draft.query.filter(([name]) => query.every(([other]) => other !== name)), ...query],
  }));
}

function spoiledHeaders(valid: fc.Arbitrary<Draft>, operation: Operation): fc.Arbitrary<Draft> {
  const own = operation.parameters.filter((parameter) => parameter.in === 'header').map((parameter) => parameter.name);
  const names = fc.constantFrom(
    ...own,
    ...own,
    'Accept',
    'If-Match',
    'If-None-Match',
    'X-Request-Id',
    'Range',
    'Cookie',
  );
  const values = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', maxLength: 300 }),
    fc.constantFrom('', '*', '""', 'W/"', 'text/html', 'é', '"'.repeat(4_000)),
  );
  return fc
    .tuple(valid, names, values)
    .map(([draft, name, value]) => ({ ...draft, headers: { ...draft.headers, [name]: value } }));
}

function spoiledPath(drawn: Drawn, valid: fc.Arbitrary<Draft>, names: string[]): fc.Arbitrary<Draft> {
  const raw = fc.constantFrom(
    '%zz',
    '%',
    'a%2Fb',
    '%5C',
    '%00',
    'a;b',
    '%0A',
    '%C0%80',
    '%ED%A0%80',
    'x'.repeat(3_000),
  );
  const texts = junkText.map(encodeURIComponentSafely);
  return fc
    .tuple(valid, fc.constantFrom(...names), fc.oneof({ weight: 1, arbitrary: raw }, { weight: 2, arbitrary: texts }))
    .map(([draft, name, value]) => {
      const parameter = drawn.operation.parameters.find((one) => one.in === 'path' && one.name === name);
      const usable = parameter && isOwnSegment(drawn, parameter, value);
      return usable ? { ...draft, path: { ...draft.path, [name]: value } } : draft;
    });
}

const encodeURIComponentSafely = (text: string) => encodeURIComponent(text.toWellFormed());
