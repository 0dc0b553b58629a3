import { ENDPOINT_LIMITS } from '../../../../shared/automation/endpoint-config';
import { RULE_LIMITS } from '../../../../shared/automation/rule';
import { encodingIssue } from '../../../content-encoding';
import type { AutomationServices } from '../../context';
import type { AuthenticatedCall, FoundEndpoint, InboundCall } from '../call';
import { bodyKind } from '../parse/parse';
import { Refused } from '../refusal';
import type { RequestDetails } from '../request';

const FORM = 'application/x-www-form-urlencoded';
export const isBodiless = (method: string): boolean => method === 'GET' || method === 'HEAD';

/** Checks method, media type, encoding and announced length before authentication. Throws `Refused` with 405, 413 or 415. */
export function checkLimits({ row }: FoundEndpoint, call: InboundCall): { contentType: string; max: number } {
  const { methods, content_types: types, max_bytes: max } = row.config;
  if (call.method !== 'HEAD' && !(methods as readonly string[]).includes(call.method)) {
    throw new Refused('method_not_allowed', { headers: { Allow: [...methods, 'HEAD', 'OPTIONS'].join(', ') } });
  }
  if (isBodiless(call.method)) return { contentType: FORM, max };

  const contentType = call.headers.get('content-type') ?? '';
  const kind = bodyKind(contentType);
  const isEmpty = call.headers.get('content-length') === '0';
  const limit = kind === 'multipart/form-data' ? ENDPOINT_LIMITS.formBytes : max;
  if (Number(call.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!isEmpty && (kind === undefined || !types.includes(kind))) throw new Refused('unsupported_content_type');
  const issue = isEmpty ? undefined : encodingIssue(call.headers);
  if (issue) {
    const { detail: message, headers } = issue;
    throw new Refused('unsupported_content_encoding', { message, headers, in: 'header', path: '/Content-Encoding' });
  }
  return { contentType, max: limit };
}

export const tooLarge = (max: number): Refused =>
  new Refused('payload_too_large', { message: `The body must have at most ${max} bytes.` });

/** Throws `Refused` with 429, 422 or 409. */
export function checkRate(
  { limits }: AutomationServices,
  { call, endpoint }: AuthenticatedCall,
  { depth }: RequestDetails,
): void {
  const { row, workspace } = endpoint;
  const own = { id: row.id, perMinute: row.config.rate_limit_per_minute };
  const result = limits.chargeInbound(own, call.caller ? undefined : { id: workspace.id, rate: workspace.rateLimit });
  if (!result.allowed) {
    const reason = result.violated.includes('endpoint') ? 'rate_limited' : 'quota_exceeded';
    throw new Refused(reason, { stage: 'rate', headers: { 'Retry-After': String(result.retryAfterSeconds) } });
  }
  // After the rate limit, since each refusal is stored and anyone can forge a depth.
  if (depth >= RULE_LIMITS.depth) throw new Refused('loop_detected');
  if (row.status === 'paused') throw new Refused('endpoint_paused');
}
