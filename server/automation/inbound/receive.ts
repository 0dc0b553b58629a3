import { createHash } from 'node:crypto';

import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import type { InboundReason, InboundStage, InboundStatus } from '../../../shared/automation/inbound-request';
import { ApiError } from '../../errors';
import { idempotencyKey, replayOf } from '../../idempotency/idempotency';
import type { AutomationServices } from '../context';
import type { AutomationContext } from '../context';
import { admitCall, judgeRoom } from './admit';
import { type KeptBody, keptBody } from './bodies';
import type { AdmittedCall, FoundEndpoint, InboundCall } from './call';
import type { InboundPayload } from './context';
import { contextFor, factsOf } from './facts';
import { asRefused } from './faults';
import { dropMedia, mediaOf, storeFiles } from './files';
import { requireEndpoint } from './find';
import type { Facts } from './ledger';
import type { InboundMetrics } from './metrics';
import { foreignKey, idempotently, idempotentRequest, Replayed } from './once';
import { kindOf, parseBody } from './parse/parse';
import { answerOf } from './present';
import { writeRefusal, writeStranger } from './refuse';
import { Refused } from './refused';
import { EMPTY_REPLY, type InboundReply, replyOf } from './reply';
import { take, type Taken, type Taking } from './take';
import type { Tallies } from './tallies';
import { whenSettled } from './wait';
import { timed, type Watch } from './watch';

const FORM = 'multipart/form-data';

export interface ReceiveParts {
  services: AutomationServices;
  metrics: InboundMetrics;
  tallies: Tallies;
}

/** Answers a call of an endpoint’s URL. Throws the error that its sender receives. */
export async function receive(parts: ReceiveParts, call: InboundCall): Promise<InboundReply> {
  const began = performance.now();
  const watch = timed(parts.metrics.timed);
  const endpoint = await watch('find', () => requireEndpoint(parts.services, call));
  const facts = factsOf(parts.services, endpoint, call, began);

  const admitted = await watch('authenticate', () => admitCall(parts.services, endpoint, call)).catch(
    (error: unknown) => turnAway(parts, endpoint, facts, call, error),
  );
  if (admitted === undefined || call.method === 'HEAD') return EMPTY_REPLY;
  return takeIn(parts, admitted, facts, watch);
}

/** Whoever did not prove themselves costs a row at most a hundred times an hour, and their address a failure. */
async function turnAway(
  { services, metrics, tallies }: ReceiveParts,
  { row }: FoundEndpoint,
  facts: Facts,
  call: InboundCall,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Refused)) throw error;
  metrics.counted('rejected', error.reason);
  tallies.count(row, 'rejected');
  if (tallies.mayKeep(row.id)) await writeStranger(contextFor(services, row, facts), facts, error);
  if (error.answer.status !== 401) throw error.answer;
  const { allowed, retryAfterSeconds } = services.limits.failures.charge(call.origin.ip);
  if (allowed) throw error.answer;
  throw new ApiError('rate_limited', {
    detail: 'Too many failed requests from this IP address. Try again later.',
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/** Stages whose failure `accept_and_log` answers with a 2xx all the same. */
const FORGIVEN: ReadonlySet<InboundStage> = new Set(['state', 'parse', 'dedupe', 'filter', 'map', 'resolve']);

async function takeIn(parts: ReceiveParts, admitted: AdmittedCall, early: Facts, watch: Watch): Promise<InboundReply> {
  const { services, metrics, tallies } = parts;
  const { call, endpoint } = admitted;
  const { row, workspace } = endpoint;
  const ctx = contextFor(services, row, early, call.caller?.actor.resources);
  const count = (status: InboundStatus, reason: InboundReason | null): void => {
    metrics.counted(status, reason);
    tallies.count({ id: row.id, workspaceId: workspace.id }, status);
  };
  let facts = withBytes(early, admitted);
  let keepsFiles = false;
  try {
    await watch('rate', () => judgeRoom(services, admitted, facts));
    await refuseRepeated(admitted, facts);
    const understood = await watch('parse', () => understand(ctx, admitted, facts));
    facts = understood.facts;
    const taken = await take({ ctx, endpoint, ...understood, ...keyOf(admitted, facts), isReplay: false, watch });
    keepsFiles = !taken.isDuplicate;
    count(taken.isDuplicate ? 'duplicate' : taken.row.status, taken.isDuplicate ? 'duplicate' : taken.row.reason);
    return await answer(services, call, row.config, taken);
  } catch (error) {
    if (error instanceof Replayed) return error.reply;
    const refused = asRefused(error);
    const isForgiven = row.config.on_error === 'accept_and_log' && FORGIVEN.has(refused.stage);
    const status = isForgiven ? 'failed' : 'rejected';
    count(status, refused.reason);
    // A flood of what is refused for its number must not become a flood of rows.
    const isKept = refused.stage === 'rate' ? tallies.mayKeep(row.id) : refused.reason !== 'storage_unavailable';
    const written = isKept ? await writeRefusal(ctx, facts, facts.body ?? undefined, refused, status) : undefined;
    keepsFiles = written !== undefined;
    if (!isForgiven || !written) throw refused.answer;
    return replyOf(row.config, answerOf(written, new Map()));
  } finally {
    if (!keepsFiles) await forgetFiles(ctx, facts);
  }
}

/** Nothing in the database leads to the files of a repeat, so nothing would remove them later. */
async function forgetFiles(ctx: AutomationContext, { files }: Facts): Promise<void> {
  await dropMedia(ctx, ctx.db, mediaOf(files)).catch((error: unknown) =>
    ctx.log.error({ err: error, request_id: ctx.requestId }, 'removing files of an inbound request failed'),
  );
}

/** The body is kept from here on; that of a form with files once it is known which parts are files. */
function withBytes(facts: Facts, { bytes, contentType }: AdmittedCall): Facts {
  return {
    ...facts,
    contentType: facts.contentType ?? contentType,
    size: bytes.byteLength,
    bodySha256: createHash('sha256').update(bytes).digest('hex'),
    body: bytes.byteLength === 0 || kindOf(contentType) === FORM ? null : keptBody(bytes, undefined),
  };
}

async function understand(
  ctx: AutomationContext,
  { endpoint, bytes, contentType }: AdmittedCall,
  facts: Facts,
): Promise<{ facts: Facts; payload: InboundPayload; shown: KeptBody | undefined }> {
  const { body, files: parsed } = await parseBody(bytes, contentType);
  const files = await storeFiles(ctx, endpoint.row, parsed);
  const kept = kindOf(contentType) === FORM ? keptBody(bytes, body) : facts.body;
  const { method, headers, query } = facts;
  return {
    facts: { ...facts, files, body: kept },
    payload: { method, headers, query, body, files },
    shown: kept ?? undefined,
  };
}

/** What a key has been answered already under its Idempotency-Key needs no mapping. Throws `Replayed`, or 422. */
async function refuseRepeated({ call }: AdmittedCall, facts: Facts): Promise<void> {
  if (!call.caller) return;
  const key = idempotencyKey(call.headers.get('idempotency-key'));
  if (key === undefined) return;
  const earlier = await replayOf(call.caller, idempotentRequest(call.caller, { key, facts }));
  if (earlier) throw new Replayed(earlier);
}

const plainly: Taking['transact'] = (ctx, work) => ctx.db.transaction(work);

/** What of an Idempotency-Key holds: that of a call with an API key is kept as everywhere, with its answer. */
function keyOf({ call, endpoint }: AdmittedCall, facts: Facts): Pick<Taking, 'idempotencyKey' | 'transact'> {
  const { caller } = call;
  const header = call.headers.get('idempotency-key');
  if (!caller) return { idempotencyKey: foreignKey(header), transact: plainly };
  const key = idempotencyKey(header);
  if (key === undefined) return { idempotencyKey: null, transact: plainly };
  return { idempotencyKey: null, transact: idempotently(caller, { key, facts, config: endpoint.row.config }) };
}

async function answer(
  services: AutomationServices,
  call: InboundCall,
  config: EndpointConfig,
  { row, statuses, isDuplicate }: Taken,
): Promise<InboundReply> {
  const { wait_ms: ms } = config.response;
  const waits = ms > 0 && !isDuplicate && row.publicationIds.length > 0;
  const latest = waits ? await whenSettled(services, call, row, ms) : statuses;
  return replyOf(config, answerOf(row, latest, isDuplicate), waits);
}
