import * as fc from 'fast-check';

import { type Override, Unfillable } from './arbitrary';
import { type Answer, bodyOf, conformance, readAnswer } from './conformance';
import { type Document, type Json, typesOf } from './document';
import { junkDrafts, validDrafts } from './drafts';
import { isInexpressible } from './inexpressible';
import { type Call, type Draft, type Operation, baseUrlOf, buildRequest } from './operations';

/** What is under test, and the ways in which it is not just its document. */
export interface Target {
  document: Document;
  call: Call;
  /** A key that may do everything. */
  key: string;
  baseUrl?: string | undefined;
  /** Ids that exist, and other values that work, by the name of a parameter or property, or by `operationId.name`: half of the draws use one. Read when drawn, so it may grow. */
  ids?: Record<string, Json[]>;
  /** Operations not to fuzz: what would revoke the caller's own key, say. */
  skip?: string[];
  /** Filled with the statuses that valid requests met: an operation without a 2xx was hardly tested. */
  seen?: Map<string, Set<number>>;
  /** Statuses that a valid request to an operation may meet although they are on the forbidden list. */
  allow?: Record<string, number[]>;
  /** What the server itself knows of a failure, by the id of its request. */
  explain?: (requestId: string) => string;
}

interface FuzzSettings {
  runs: number;
  milliseconds: number;
  seed: number;
}

type FuzzMode = 'valid' | 'junk';

/** Of each operation and kind of request, by hand. */
const RUNS = 200;

/** Of this process: another each time, so that runs add up, unless FUZZ_SEED repeats one. */
export const FUZZ_SEED = Number(process.env['FUZZ_SEED']) || Math.floor(Math.random() * 2 ** 31);

/** FUZZ_RUNS (2,000 for a night) sets what the caller does not; the time limit grows with the runs. */
function fuzzSettings(given: Partial<FuzzSettings> = {}): FuzzSettings {
  const runs = given.runs ?? (Number(process.env['FUZZ_RUNS']) || RUNS);
  const { seed = FUZZ_SEED } = given;
  return { runs, seed, milliseconds: given.milliseconds ?? Math.max(3_000, runs * 15) };
}

/** Nothing, or one report: what went wrong, the smallest request that shows it, the seed. */
export async function fuzz(
  target: Target,
  operation: Operation,
  mode: FuzzMode,
  given?: Partial<FuzzSettings>,
): Promise<string[]> {
  if (target.skip?.includes(operation.operationId)) return [];
  const settings = fuzzSettings(given);
  const drawn = { document: target.document, operation };
  const drafts =
    mode === 'valid' ? validDrafts({ ...drawn, override: knownIds(target, operation) }) : junkDrafts(drawn);

  let last = '';
  const property = fc.asyncProperty(drafts, async (draft) => {
    const complaints = await tryOnce(target, operation, draft, mode);
    if (complaints.length > 0) throw new Error((last = complaints.join('\n  ')));
  });
  try {
    const limited = await fc.check(property, {
      numRuns: settings.runs,
      seed: settings.seed,
      interruptAfterTimeLimit: settings.milliseconds,
    });
    // A busy machine may not end the first run in time.
    const details = limited.numRuns > 0 ? limited : await fc.check(property, { numRuns: 1, seed: settings.seed });
    if (!details.failed || details.counterexample === null) return [];
    const [draft] = details.counterexample;
    return [
      `${operation.operationId} (${mode}), FUZZ_SEED=${settings.seed}, after ${details.numRuns} runs:\n  ${last}\n  ${describe(operation, draft)}`,
    ];
  } catch (error) {
    if (error instanceof Unfillable) return [`${operation.operationId}: ${error.message}`];
    throw error;
  }
}

/** Half of the draws of a named value are of the ids that exist; what counts, such as versions, is given as text too. */
export function knownIds(target: Target, operation: Operation): Override {
  return (name, schema, own) => {
    const pool = target.ids?.[`${operation.operationId}.${name}`] ?? target.ids?.[name];
    if (!pool || pool.length === 0) return undefined;
    const values: Json[] = typesOf(schema).includes('integer') ? pool.map(Number) : pool;
    return fc.oneof(
      own(),
      fc.nat().map((at): Json => values[at % values.length] ?? null),
    );
  };
}

async function tryOnce(target: Target, operation: Operation, draft: Draft, mode: FuzzMode): Promise<string[]> {
  const answer = await send(target, operation, mode === 'valid' ? withFreshKey(operation, draft) : draft);
  const complaints = complaintsAbout(target, operation, answer, mode);
  if (mode === 'junk' || complaints.length > 0 || typeof answer === 'string') return complaints;

  if (target.seen)
    target.seen.set(operation.operationId, (target.seen.get(operation.operationId) ?? new Set()).add(answer.status));
  const cursor = nextCursor(operation, answer);
  if (cursor === undefined) return [];
  const next = await send(target, operation, { ...draft, query: [...draft.query, ['cursor', cursor]] });
  return complaintsAbout(target, operation, next, mode).map((complaint) => `second page: ${complaint}`);
}

/** The answer, or why there is none. */
async function send(target: Target, operation: Operation, draft: Draft): Promise<Answer | string> {
  const key = operation.needsKey ? target.key : undefined;
  const request = buildRequest(operation, draft, { baseUrl: target.baseUrl ?? baseUrlOf(target.document), key });
  let timer: Timer | undefined;
  const late = new Promise<string>((resolve) => (timer = setTimeout(resolve, TIMEOUT, `no answer in ${TIMEOUT} ms`)));
  try {
    return await Promise.race([target.call(request).then(readAnswer), late]);
  } catch (error) {
    return `no answer: ${String(error)}`;
  } finally {
    clearTimeout(timer);
  }
}

const TIMEOUT = 10_000;

/** A drawn Idempotency-Key would meet itself again; a new one tests the path that keeps records. */
function withFreshKey(operation: Operation, draft: Draft): Draft {
  const name = operation.parameters.find((parameter) => parameter.name.toLowerCase() === 'idempotency-key')?.name;
  return name ? { ...draft, headers: { ...draft.headers, [name]: crypto.randomUUID() } } : draft;
}

/** Never the answer to a request that the document calls valid. */
const NEVER_VALID = new Set([400, 401, 403, 405, 406, 413, 414, 415, 429]);

function complaintsAbout(target: Target, operation: Operation, answer: Answer | string, mode: FuzzMode): string[] {
  if (typeof answer === 'string') return [answer];
  const { status, text } = answer;
  const allowed =
    target.allow?.[operation.operationId]?.includes(status) ||
    (mode === 'valid' && status === 400 && isInexpressible(text));
  const forbidden = status >= 500 || (mode === 'valid' && NEVER_VALID.has(status));
  const cause = status >= 500 ? (target.explain?.(answer.headers.get('x-request-id') ?? '') ?? '') : '';
  const wrong = forbidden && !allowed ? [`a ${mode} request got ${status}: ${text.slice(0, 500)}${cause}`] : [];
  return [...wrong, ...conformance(target.document, operation, answer)];
}

function nextCursor(operation: Operation, answer: Answer): string | undefined {
  if (!operation.parameters.some((parameter) => parameter.in === 'query' && parameter.name === 'cursor'))
    return undefined;
  const cursor = (bodyOf(answer) as { next_cursor?: unknown } | undefined)?.next_cursor;
  return typeof cursor === 'string' ? cursor : undefined;
}

export function describe(operation: Operation, draft: Draft): string {
  const request = buildRequest(operation, draft, { baseUrl: 'http://localhost' });
  const headers = Object.entries(draft.headers).map(([name, value]) => ` ${name}: ${value}`);
  const content =
    draft.body && typeof draft.body.content === 'string' ? ` ${draft.body.type} ${draft.body.content}` : '';
  return `${request.method} ${request.url}${headers.join('')}${content}`.slice(0, 2_000);
}
