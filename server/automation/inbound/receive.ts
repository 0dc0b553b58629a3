import type { EndpointConfig } from '../../../shared/automation/endpoint-config';
import type { InboundReason, InboundStage, InboundStatus } from '../../../shared/automation/inbound-request';
import { rateLimited, TOO_MANY_FAILURES } from '../../limits/charge';
import type { AutomationContext, AutomationServices } from '../context';
import { authenticate } from './authenticate/authenticate';
import { findCalledEndpoint } from './authenticate/find-endpoint';
import { checkRate } from './authenticate/limits';
import type { AuthenticatedCall, FoundEndpoint, InboundCall } from './call';
import { replayAnswered, Replayed, transactionOf } from './commit/idempotency';
import { EMPTY_REPLY, type InboundReply, inboundReply } from './commit/reply';
import { saveRefusal, saveUnauthenticated } from './commit/save-request';
import { whenSettled } from './commit/wait';
import type { InboundCounters } from './counters';
import type { InboundMetrics } from './metrics';
import { parseRequest, withBody } from './parse/parse-request';
import { deleteFiles } from './parse/store-files';
import { answerOf } from './present';
import { type ProcessedRequest, processRequest } from './process';
import { asRefused, Refused } from './refusal';
import { automationContext, type RequestDetails, requestOf } from './request';
import { type RunStage, timedStages } from './stages';

export interface InboundDeps {
  services: AutomationServices;
  metrics: InboundMetrics;
  counters: InboundCounters;
}

export async function receive(deps: InboundDeps, call: InboundCall): Promise<InboundReply> {
  const began = performance.now();
  const runStage = timedStages(deps.metrics.timed);
  const endpoint = await runStage('find', () => findCalledEndpoint(deps.services, call));
  const request = requestOf(deps.services, endpoint, call, began);

  const authenticated = await runStage('authenticate', () => authenticate(deps.services, endpoint, call)).catch(
    (error: unknown) => rejectUnauthenticated(deps, endpoint, request, error),
  );
  if (authenticated === undefined || call.method === 'HEAD') return EMPTY_REPLY;
  return processCall(deps, authenticated, withBody(request, authenticated), runStage);
}

/** Saves a limited number an hour, and counts a failure against the address of the caller. */
async function rejectUnauthenticated(
  { services, metrics, counters }: InboundDeps,
  { row }: FoundEndpoint,
  request: RequestDetails,
  error: unknown,
): Promise<never> {
  if (!(error instanceof Refused)) throw error;
  metrics.counted('rejected', error.reason);
  counters.count(row, 'rejected');
  if (counters.maySave(row.id)) await saveUnauthenticated(automationContext(services, row, request), request, error);
  if (error.answer.status !== 401) throw error.answer;
  const charged = services.limits.failures.charge(request.ip);
  throw charged.allowed ? error.answer : rateLimited(charged, TOO_MANY_FAILURES);
}

/** With `accept_and_log`, failures of these stages are answered with 2xx. */
const ACCEPTED_FAILURES: ReadonlySet<InboundStage> = new Set(['state', 'parse', 'dedupe', 'filter', 'map', 'resolve']);

async function processCall(
  { services, metrics, counters }: InboundDeps,
  authenticated: AuthenticatedCall,
  received: RequestDetails,
  runStage: RunStage,
): Promise<InboundReply> {
  const { call, endpoint } = authenticated;
  const { row } = endpoint;
  const ctx = automationContext(services, row, received, call.caller?.actor.resources);
  const count = (status: InboundStatus, reason: InboundReason | null): void => {
    metrics.counted(status, reason);
    counters.count(row, status);
  };
  let request = received;
  let storesFiles = false;
  try {
    await runStage('rate', () => checkRate(services, authenticated, request));
    await replayAnswered(call, request);
    const parsed = await runStage('parse', () => parseRequest(ctx, authenticated, request));
    ({ request } = parsed);
    const transaction = transactionOf(call, request);
    const processed = await processRequest({ ctx, endpoint, ...parsed, ...transaction, isReplay: false, runStage });
    storesFiles = !processed.isDuplicate;
    if (processed.isDuplicate) count('duplicate', 'duplicate');
    else count(processed.row.status, processed.row.reason);
    return await answer(services, call, row.config, processed);
  } catch (error) {
    if (error instanceof Replayed) return error.reply;
    const refused = asRefused(error);
    const isAccepted = row.config.on_error === 'accept_and_log' && ACCEPTED_FAILURES.has(refused.stage);
    const status = isAccepted ? 'failed' : 'rejected';
    count(status, refused.reason);
    // A flood of calls above the rate must not fill the table.
    const isSaved = refused.stage === 'rate' ? counters.maySave(row.id) : refused.reason !== 'storage_unavailable';
    const saved = isSaved ? await saveRefusal(ctx, request, request.body ?? undefined, refused, status) : undefined;
    storesFiles = saved !== undefined;
    if (!isAccepted || !saved) throw refused.answer;
    return inboundReply(row.config, answerOf(saved, new Map()));
  } finally {
    if (!storesFiles) await discardFiles(ctx, request);
  }
}

/** No row refers to the files of a duplicate, so retention would not find them. */
async function discardFiles(ctx: AutomationContext, { files }: RequestDetails): Promise<void> {
  await deleteFiles(ctx, ctx.db, files).catch((error: unknown) =>
    ctx.log.error({ err: error, request_id: ctx.requestId }, 'removing files of an inbound request failed'),
  );
}

async function answer(
  services: AutomationServices,
  call: InboundCall,
  config: EndpointConfig,
  { row, statuses, isDuplicate }: ProcessedRequest,
): Promise<InboundReply> {
  const { wait_ms: waitMs } = config.response;
  const waits = waitMs > 0 && !isDuplicate && row.publicationIds.length > 0;
  const latest = waits ? await whenSettled(services, call, row, waitMs) : statuses;
  return inboundReply(config, answerOf(row, latest, isDuplicate), waits);
}
