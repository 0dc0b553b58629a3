import type { SendError, SendErrorCode } from '../../../../shared/whatsapp/send-errors';
import { type JsonObject, asObject, asObjects } from '../../../json-object';
import { ProviderRefusal, type CloudAccess, type DriverInstance } from '../driver';
import { effectsOf } from './account-effects';
import { errorOf, sendErrorOf } from './errors';
import type { Graph, GraphCall, GraphResult } from './graph';
import { textOf } from './json';

export function accessOf(instance: DriverInstance): CloudAccess {
  if (!instance.cloud) throw new Error(`Instance ${instance.id} has no access to the Graph API.`);
  return instance.cloud;
}

export async function ask(graph: Graph, instance: DriverInstance, call: GraphCall): Promise<JsonObject> {
  const result = await graph.call(accessOf(instance), call);
  if (result.outcome === 'ok') return result.body;
  throw refusalOf(result, instance.generation);
}

const MAX_PAGES = 200;

/** Throws `ProviderRefusal`. */
export async function askAll(
  graph: Graph,
  instance: DriverInstance,
  call: GraphCall,
  entriesOf: (body: JsonObject) => JsonObject[] = (body) => asObjects(body['data']),
): Promise<JsonObject[]> {
  const entries: JsonObject[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const query = after === undefined ? { ...call.query } : { ...call.query, after };
    const body = await ask(graph, instance, { ...call, query });
    entries.push(...entriesOf(body));
    // Only the cursor of Meta's `next` URL is used, so that the token is sent to the base URL alone.
    const paging = asObject(body['paging']);
    const next = textOf(asObject(paging['cursors'])['after']);
    if (paging['next'] === undefined || next === undefined || next === after) break;
    after = next;
  }
  return entries;
}

function refusalOf(result: Exclude<GraphResult, { outcome: 'ok' }>, generation: number): ProviderRefusal {
  const error = failureOf(result);
  if (result.outcome === 'refused') {
    // Missing permission for groups does not affect sending.
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

export function failureOf(result: Exclude<GraphResult, { outcome: 'ok' }>): SendError {
  if (result.outcome !== 'refused') {
    // A forbidden address is not retried, since only the operator can allow it.
    const isForbidden = result.reason === 'ssrf_blocked';
    return { ...errorOf('provider_unavailable'), retryable: !isForbidden };
  }
  const { fault, status, retryAfterMs } = result;
  return fault === null
    ? errorOf(BARE_STATUSES[status] ?? 'provider_rejected', retryAfterMs)
    : sendErrorOf(fault, { httpStatus: status, retryAfterMs });
}

/** With these statuses and no Graph error, the request was not processed and can be sent again. */
const BARE_STATUSES: Record<number, SendErrorCode> = {
  421: 'provider_unavailable',
  425: 'provider_unavailable',
  429: 'provider_rate_limited',
};
