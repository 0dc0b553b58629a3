import * as fc from 'fast-check';

import { type Answer, conformance, readAnswer } from './conformance';
import { validDrafts } from './drafts';
import { type Target, knownIds } from './fuzz';
import { type Draft, type Operation, baseUrlOf, buildRequest } from './operations';

const TRIED = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** One valid request, always the same for the same document. */
export function oneDraft(target: Pick<Target, 'document' | 'ids'> & Partial<Target>, operation: Operation): Draft {
  const override = knownIds(target as Target, operation);
  const [draft] = fc.sample(validDrafts({ document: target.document, operation, override }), { numRuns: 1, seed: 1 });
  if (!draft) throw new Error(`${operation.operationId}: no request can be drawn`);
  return draft;
}

async function send(
  target: Target,
  operation: Operation,
  draft: Draft,
  key?: string,
  method?: string,
): Promise<Answer> {
  const baseUrl = target.baseUrl ?? baseUrlOf(target.document);
  return readAnswer(await target.call(buildRequest(operation, draft, { baseUrl, key, ...(method ? { method } : {}) })));
}

/** Without a key 401, with a key of no scopes 403: before anything else about the request is looked at. */
async function keyGates(target: Target, operation: Operation, keyWithoutScopes: string): Promise<string[]> {
  const draft = oneDraft(target, operation);
  const bare = await send(target, operation, draft);
  if (!operation.needsKey) return bare.status === 401 ? ['needs a key, though the document says none'] : [];

  const complaints = expectStatus(target, operation, 'without a key', bare, 401);
  if (!bare.headers.get('www-authenticate')) complaints.push('401 without WWW-Authenticate');

  const poor = await send(target, operation, draft, keyWithoutScopes);
  if (operation.requiredScopes.length > 0)
    complaints.push(...expectStatus(target, operation, 'without scopes', poor, 403));
  else if (poor.status === 403) complaints.push('403 without scopes, though none is required');
  return complaints;
}

function expectStatus(target: Target, operation: Operation, when: string, answer: Answer, status: number): string[] {
  if (answer.status !== status) return [`${when} ${answer.status}, not ${status}`];
  return conformance(target.document, operation, answer).map((complaint) => `${when} ${complaint}`);
}

/** Undeclared methods 405 with `Allow`, OPTIONS 204, HEAD as GET: for one path, with all its operations. */
async function pathGates(target: Target, operations: Operation[]): Promise<string[]> {
  const [first] = operations;
  if (!first) return [];
  const draft = { ...oneDraft(target, first), query: [], headers: {} };
  delete draft.body;

  const declared: string[] = operations.map((operation) => operation.method);
  const allowed = new Set([...declared, 'OPTIONS', ...(declared.includes('GET') ? ['HEAD'] : [])]);
  const complaints: string[] = [];

  for (const method of TRIED.filter((one) => !allowed.has(one))) {
    const answer = await send(target, first, draft, undefined, method);
    if (answer.status !== 405) complaints.push(`${method} ${answer.status}, not 405`);
    else complaints.push(...allowComplaints(method, answer, allowed));
  }

  const options = await send(target, first, draft, undefined, 'OPTIONS');
  if (options.status !== 204 || options.text !== '') complaints.push(`OPTIONS ${options.status}, not an empty 204`);
  else complaints.push(...allowComplaints('OPTIONS', options, allowed));

  const get = operations.find((operation) => operation.method === 'GET');
  return [...complaints, ...(get ? await headComplaints(target, get) : [])];
}

function allowComplaints(method: string, answer: Answer, allowed: Set<string>): string[] {
  const listed = new Set(
    (answer.headers.get('allow') ?? '')
      .split(',')
      .map((one) => one.trim())
      .filter(Boolean),
  );
  const same = listed.size === allowed.size && [...allowed].every((one) => listed.has(one));
  return same ? [] : [`${method}: Allow is "${[...listed].join(', ')}", not "${[...allowed].join(', ')}"`];
}

/** Headers that tell of the moment or of the wire, not of the resource. */
export const OF_THE_MOMENT =
  /^(?:date|transfer-encoding|age|x-request-id|ratelimit|ratelimit-policy|x-ratelimit-.*|server-timing)$/u;

async function headComplaints(target: Target, operation: Operation): Promise<string[]> {
  const draft = oneDraft(target, operation);
  const key = operation.needsKey ? target.key : undefined;
  const get = await send(target, operation, draft, key);
  const head = await send(target, operation, draft, key, 'HEAD');

  const complaints = head.text === '' ? [] : ['HEAD has a body'];
  if (head.status !== get.status) return [...complaints, `HEAD ${head.status}, GET ${get.status}`];

  const names = new Set([...get.headers.keys(), ...head.headers.keys()]);
  for (const name of [...names].filter((one) => !OF_THE_MOMENT.test(one) && one !== 'content-length')) {
    const [one, other] = [get.headers.get(name), head.headers.get(name)];
    if (one !== other) complaints.push(`HEAD has ${name} ${other}, GET ${one}`);
  }
  // In process a GET may lack the length that the server adds; where HEAD names one it must be right.
  const length = head.headers.get('content-length');
  const actual = String(new TextEncoder().encode(get.text).length);
  if (length !== null && get.type !== 'text/event-stream' && length !== actual)
    complaints.push(`HEAD has content-length ${length}, GET has ${actual} bytes`);
  return complaints;
}

/** Every gate of a document: complaints begin with the operation or path they are about. */
export async function gates(target: Target, operations: Operation[], keyWithoutScopes: string): Promise<string[]> {
  const complaints: string[] = [];
  for (const operation of operations) {
    const found = await keyGates(target, operation, keyWithoutScopes);
    complaints.push(...found.map((complaint) => `${operation.operationId}: ${complaint}`));
  }
  for (const [path, ofPath] of Map.groupBy(operations, (operation) => operation.path)) {
    const found = await pathGates(target, ofPath);
    complaints.push(...found.map((complaint) => `${path}: ${complaint}`));
  }
  return complaints;
}
