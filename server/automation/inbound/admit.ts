import { ENDPOINT_LIMITS } from '../../../shared/automation/endpoint-config';
import { RULE_LIMITS } from '../../../shared/automation/rule';
import { ApiError } from '../../errors';
import type { AutomationServices } from '../context';
import { authenticate, verify } from './authenticate';
import type { AdmittedCall, FoundEndpoint, InboundCall } from './call';
import type { Facts } from './ledger';
import { kindOf } from './parse/parse';
import { Refused } from './refused';
import { isWooPing } from './verify/woocommerce';

const FORM = 'application/x-www-form-urlencoded';
const isBodiless = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** What a call is before its sender is known to be allowed to make it. Throws `Refused` with 405, 413 or 415. */
export function judgeLimits({ row }: FoundEndpoint, call: InboundCall): { contentType: string; most: number } {
  const { methods, content_types: types, max_bytes: most } = row.config;
  if (call.method !== 'HEAD' && !(methods as readonly string[]).includes(call.method)) {
    throw new Refused('method_not_allowed', { headers: { Allow: [...methods, 'HEAD', 'OPTIONS'].join(', ') } });
  }
  if (isBodiless(call.method)) return { contentType: FORM, most };

  const contentType = call.headers.get('content-type') ?? '';
  const kind = kindOf(contentType);
  const isEmpty = call.headers.get('content-length') === '0';
  const limit = kind === 'multipart/form-data' ? ENDPOINT_LIMITS.formBytes : most;
  if (Number(call.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!isEmpty && (kind === undefined || !types.includes(kind))) throw new Refused('unsupported_content_type');
  return { contentType, most: limit };
}

export const tooLarge = (most: number): Refused =>
  new Refused('payload_too_large', { message: `The body must have at most ${most} bytes.` });

/**
 * Lets a call in: limits, sender, signature. Undefined for what WooCommerce calls when a hook is saved, unsigned, which
 * is answered without a look at it.
 */
export async function admitCall(
  services: AutomationServices,
  endpoint: FoundEndpoint,
  call: InboundCall,
): Promise<AdmittedCall | undefined> {
  const { contentType, most } = judgeLimits(endpoint, call);
  authenticate(services, endpoint, call);
  const bytes = isBodiless(call.method) ? new TextEncoder().encode(call.query) : await readCounted(call, most);

  const { auth } = endpoint.row.config;
  const isOfWoo = auth.mode === 'signature' && auth.scheme === 'woocommerce' && !call.caller;
  if (isOfWoo && isWooPing(call.headers, bytes)) return undefined;
  // Of a request without a body, nothing is what was signed.
  verify(services, endpoint, call, isBodiless(call.method) ? new Uint8Array() : bytes);
  if (endpoint.workspace.isSuspended) throw new ApiError('workspace_suspended');
  return { call, endpoint, bytes, contentType };
}

async function readCounted(call: InboundCall, most: number): Promise<Uint8Array> {
  try {
    return await call.readBody(most);
  } catch (error) {
    throw error instanceof ApiError && error.code === 'payload_too_large' ? tooLarge(most) : error;
  }
}

/** Whether the endpoint has room for the call, and takes any. Throws `Refused` with 429, 422 or 409. */
export function judgeRoom({ limits }: AutomationServices, { call, endpoint }: AdmittedCall, { depth }: Facts): void {
  const { row, workspace } = endpoint;
  const own = { id: row.id, perMinute: row.config.rate_limit_per_minute };
  const result = limits.chargeInbound(own, call.caller ? undefined : { id: workspace.id, rate: workspace.rateLimit });
  if (!result.allowed) {
    const reason = result.violated.includes('endpoint') ? 'rate_limited' : 'quota_exceeded';
    throw new Refused(reason, { stage: 'rate', headers: { 'Retry-After': String(result.retryAfterSeconds) } });
  }
  // After the rate: each refusal is written down, and anybody can name a depth.
  if (depth >= RULE_LIMITS.depth) throw new Refused('loop_detected');
  if (row.status === 'paused') throw new Refused('endpoint_paused');
}
