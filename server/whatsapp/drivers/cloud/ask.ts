import type { SendError, SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import { ProviderRefusal, type CloudAccess, type DriverInstance } from '../driver';
import { effectsOf } from './account-effects';
import { errorOf, sendErrorOf } from './errors';
import type { Graph, GraphCall, GraphResult } from './graph';
import { recordOf, recordsOf, textOf, type Json } from './json';

/** What a driver of this kind always has. */
export function accessOf(instance: DriverInstance): CloudAccess {
  if (instance.cloud === null) throw new Error(`Instance ${instance.id} has no access to the Graph API.`);
  return instance.cloud;
}

/** Makes a management call and gives the body of its answer. Throws `ProviderRefusal`. */
export async function ask(graph: Graph, instance: DriverInstance, call: GraphCall): Promise<Json> {
  const result = await graph.call(accessOf(instance), call);
  if (result.outcome === 'ok') return result.body;
  throw refusalOf(result, instance.generation);
}

/** Most pages of a list that are read. */
const MAX_PAGES = 200;

/** Every entry of a list, page after page. Throws `ProviderRefusal`. */
export async function askAll(
  graph: Graph,
  instance: DriverInstance,
  call: GraphCall,
  entriesOf: (body: Json) => Json[] = (body) => recordsOf(body['data']),
): Promise<Json[]> {
  const entries: Json[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = after === undefined ? { ...call.query } : { ...call.query, after };
    const body = await ask(graph, instance, { ...call, query });
    entries.push(...entriesOf(body));
    // Meta’s `next` is a whole address; only its cursor is taken, so that the token stays with the base.
    const paging = recordOf(body['paging']);
    const next = textOf(recordOf(paging['cursors'])['after']);
    if (paging['next'] === undefined || next === undefined || next === after) break;
    after = next;
  }
  return entries;
}

/** A result that is no success, as what drivers throw. */
export function refusalOf(result: Exclude<GraphResult, { outcome: 'ok' }>, generation: number): ProviderRefusal {
  const error = failureOf(result);
  if (result.outcome === 'refused') {
    // Whoever may not lead groups may still send.
    const effects = error.code === 'permission_missing' ? [] : effectsOf(error, generation);
    return new ProviderRefusal(kindOf(error, result), error, effects);
  }
  const isLate = result.reason === 'timeout' || result.reason.endsWith('_timeout');
  return new ProviderRefusal(isLate ? 'timeout' : 'unavailable', error);
}

const RATE_LIMITS = new Set(['provider_rate_limited', 'pair_rate_limited', 'group_rate_limited']);

function kindOf(
  error: SendError,
  { fault, status }: { fault: object | null; status: number },
): ProviderRefusal['kind'] {
  if (RATE_LIMITS.has(error.code) || status === 429) return 'rate_limited';
  return fault === null || error.code === 'provider_unavailable' ? 'unavailable' : 'refused';
}

/** A result that is no success, as the error of a message. */
export function failureOf(result: Exclude<GraphResult, { outcome: 'ok' }>): SendError {
  if (result.outcome !== 'refused') {
    // An address that the operator does not allow stays that way.
    const isForbidden = result.reason === 'ssrf_blocked';
    return { ...errorOf('provider_unavailable'), retryable: !isForbidden };
  }
  const { fault, status, retryAfterMs } = result;
  return fault === null
    ? errorOf(BARE_STATUSES[status] ?? 'provider_rejected', retryAfterMs)
    : sendErrorOf(fault, { httpStatus: status, retryAfterMs });
}

/** Statuses without a Graph error by which a request was turned away unread, so that it can be sent again. */
const BARE_STATUSES: Record<number, SendErrorCode> = {
  421: 'provider_unavailable',
  425: 'provider_unavailable',
  429: 'provider_rate_limited',
};
