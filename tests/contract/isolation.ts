import * as fc from 'fast-check';

import { type Override, Unfillable, valuesOf } from './arbitrary';
import { type Answer, readAnswer } from './conformance';
import { type Document, type Json, type SchemaObject, typesOf } from './document';
import { validDrafts } from './drafts';
import { OF_THE_MOMENT } from './gates';
import { isInexpressible } from './inexpressible';
import { type Call, type Draft, type Operation, baseUrlOf, buildRequest } from './operations';

interface Isolation {
  document: Document;
  call: Call;
  /** Workspace A owns the ids, workspace B asks for them. */
  keys: { a: string; b: string };
  /** A's ids by `operationId.name`, name of the parameter or property, or prefix (`lnk`). */
  ids: Record<string, string>;
  /** B's own ids, same names: for the other ids of a request. Where there is none, A's stands there too. */
  own?: Record<string, string>;
  baseUrl?: string | undefined;
  /** `operationId.name` of what is named like an id and belongs to no workspace. */
  exempt?: string[];
  /** What else may differ between two answers: ids of new objects, their times. */
  volatile?: RegExp[];
}

interface Slot {
  name: string;
  in: 'path' | 'query' | 'header' | 'body';
  prefix: string;
}

const REQUEST_ID = /req_[0-9a-z]{26}/gu;
/** Most first draws hold the id: so many at a time, and at most so often. */
const SAMPLES = 10;
const ROUNDS = 30;

/** Where a request of the operation takes ids: strings of the pattern `^lnk_…`, or named `…id`, wherever they stand. */
export function idSlots(document: Document, operation: Operation): Slot[] {
  const slots = new Map<string, Slot>();
  const look =
    (location: Slot['in']): Override =>
    (name, schema) => {
      const prefix = prefixOf(schema) ?? (isNamedId(name, schema) ? '' : undefined);
      if (prefix !== undefined) slots.set(`${location} ${name} ${prefix}`, { name, in: location, prefix });
      return undefined;
    };
  for (const parameter of operation.parameters)
    valuesOf(document, parameter.schema, parameter.name, look(parameter.in));
  if (operation.body) valuesOf(document, operation.body.schema, '', look('body'));
  return [...slots.values()];
}

function prefixOf(schema: SchemaObject): string | undefined {
  return /^\^\(?(?:\?:)?(?<prefix>[a-z]{2,4})[_|)]/u.exec(schema.pattern ?? '')?.groups?.['prefix'];
}

function isNamedId(name: string, schema: SchemaObject): boolean {
  const isText = typesOf(schema).includes('string') && !schema.anyOf && !schema.oneOf && !schema.enum;
  return isText && schema.const === undefined && /(?:^|_)ids?$/u.test(name);
}

/** Every operation that takes ids: B asking for A's gets, byte for byte, what it gets for one that never was. */
export async function isolation(test: Isolation, operations: Operation[]): Promise<string[]> {
  const complaints: string[] = [];
  for (const operation of operations) {
    for (const slot of idSlots(test.document, operation)) {
      if (test.exempt?.includes(`${operation.operationId}.${slot.name}`)) continue;
      const found = await slotComplaints(test, operation, slot);
      complaints.push(...found.map((complaint) => `${operation.operationId}, ${slot.in} ${slot.name}: ${complaint}`));
    }
  }
  return complaints;
}

async function slotComplaints(test: Isolation, operation: Operation, slot: Slot): Promise<string[]> {
  const id = idFor(test.ids, operation, slot);
  if (id === undefined)
    return [`no id of A is given (${operation.operationId}.${slot.name}, ${slot.name} or ${slot.prefix})`];

  let found: { draft: Draft; theirs: Answer };
  try {
    found = await answeredDraft(test, operation, slot, id);
  } catch (error) {
    if (error instanceof Unfillable) return [error.message];
    throw error;
  }

  const { draft, theirs } = found;
  const never = neverWas(id);
  const nobodys = await ask(test, operation, replaceId(draft, id, never), test.keys.b);
  const complaints = [400, 401, 403, 415, 429].includes(theirs.status)
    ? [`${theirs.status} before the id was looked at: ${theirs.text.slice(0, 300)}`]
    : [];

  const [one, other] = [normal(test, theirs, id), normal(test, nobodys, never)];
  if (one !== other) complaints.push(`differs from an id that never was:\n${one}\n---\n${other}`);
  return [...complaints, ...(await controlComplaints(test, operation, slot, id))];
}

/** B's answer to the first draft that breaks no rule which the document cannot state, such as the list of time zones. */
async function answeredDraft(
  test: Isolation,
  operation: Operation,
  slot: Slot,
  id: string,
): Promise<{ draft: Draft; theirs: Answer }> {
  for (const draft of draftsWith(test, operation, slot, id)) {
    const theirs = await ask(test, operation, draft, test.keys.b);
    if (theirs.status !== 400 || !isInexpressible(theirs.text)) return { draft, theirs };
  }
  throw new Unfillable(`${SAMPLES * ROUNDS} requests were drawn and none is accepted with the id`);
}

/** A check in which A does not find its own object either proves nothing. */
async function controlComplaints(test: Isolation, operation: Operation, slot: Slot, id: string): Promise<string[]> {
  if (operation.method !== 'GET' || slot.in !== 'path') return [];
  const [draft] = draftsWith({ ...test, own: {} }, operation, slot, id);
  if (!draft) return [`${SAMPLES * ROUNDS} requests were drawn and none holds the id`];
  // Questions that exclude each other are refused whosever the object is.
  const needed = new Set(operation.parameters.filter(({ required }) => required).map(({ name }) => name));
  const bare = { ...draft, query: draft.query.filter(([name]) => needed.has(name)) };
  const { status } = await ask(test, operation, bare, test.keys.a);
  return status >= 400 ? [`A itself gets ${status} for it, so this proves nothing`] : [];
}

function idFor(
  ids: Record<string, string>,
  operation: Operation,
  slot: Pick<Slot, 'name' | 'prefix'>,
): string | undefined {
  return ids[`${operation.operationId}.${slot.name}`] ?? ids[slot.name] ?? ids[slot.prefix];
}

/** Requests whose slot holds A's id; other ids are B's own. */
function* draftsWith(test: Isolation, operation: Operation, slot: Slot, id: string): Generator<Draft> {
  const override: Override = (name, schema, own) => {
    const prefix = prefixOf(schema);
    if (name === slot.name && (prefix ?? '') === slot.prefix && typesOf(schema).includes('string'))
      return fc.constant<Json>(id);
    if (prefix === undefined) return undefined;
    const known = idFor({ ...test.ids, ...test.own }, operation, { name, prefix });
    return known === undefined ? own() : fc.constant<Json>(known);
  };
  const drafts = validDrafts({ document: test.document, operation, override });
  for (let round = 1; round <= ROUNDS; round += 1)
    yield* fc.sample(drafts, { numRuns: SAMPLES, seed: round }).filter((draft) => holds(draft, slot, id));
}

function holds(draft: Draft, slot: Slot, id: string): boolean {
  if (slot.in === 'path') return draft.path[slot.name] === encodeURIComponent(id);
  if (slot.in === 'query') return draft.query.some(([name, value]) => name === slot.name && value.includes(id));
  if (slot.in === 'header') return draft.headers[slot.name] === id;
  return typeof draft.body?.content === 'string' && draft.body.content.includes(id);
}

/** Same prefix and length, last half changed: valid in form, of the same age, and nobody's. */
function neverWas(id: string): string {
  const kept = id.length - 13;
  return id.slice(0, kept) + id.slice(kept).replaceAll(/./gu, (one) => (one === '0' ? '1' : '0'));
}

function replaceId(draft: Draft, id: string, never: string): Draft {
  const { body, ...rest } = draft;
  const replace = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(id, never)) as T;
  // A form is no JSON; ids in forms are not looked for.
  return { ...replace(rest), ...(body ? { body: typeof body.content === 'string' ? replace(body) : body } : {}) };
}

async function ask(test: Isolation, operation: Operation, draft: Draft, key: string): Promise<Answer> {
  return readAnswer(
    await test.call(buildRequest(operation, draft, { baseUrl: test.baseUrl ?? baseUrlOf(test.document), key })),
  );
}

/** Status, headers and body as text, without what tells of the moment. */
function normal(test: Isolation, answer: Answer, id: string): string {
  const headers = [...answer.headers]
    .map(([name, value]) => (OF_THE_MOMENT.test(name) ? `${name}: *` : `${name}: ${value}`))
    .toSorted();
  const text = [String(answer.status), ...headers, '', answer.text]
    .join('\n')
    .replaceAll(id, '<id>')
    .replaceAll(REQUEST_ID, '<request>');
  return (test.volatile ?? []).reduce((left, pattern) => left.replaceAll(pattern, '<*>'), text);
}
