import type { InboundError, InboundReason, InboundStage } from '../../../shared/automation/inbound-request';
import { RULE_LIMITS } from '../../../shared/automation/rule';
import type { ErrorCode, FieldIssue } from '../../../shared/errors';
import { ApiError } from '../../errors';
import { storable } from '../../storable';

type RefusalReason = Exclude<InboundReason, 'ping' | 'sample_stored' | 'duplicate' | 'filtered'>;

const REFUSALS: Record<RefusalReason, { stage: InboundStage; code: ErrorCode; message: string }> = {
  method_not_allowed: {
    stage: 'limits',
    code: 'method_not_allowed',
    message: 'The endpoint does not accept this HTTP method.',
  },
  payload_too_large: { stage: 'limits', code: 'payload_too_large', message: 'The body is too large.' },
  unsupported_content_type: {
    stage: 'limits',
    code: 'unsupported_media_type',
    message: 'The endpoint does not accept this media type.',
  },
  unsupported_content_encoding: {
    stage: 'limits',
    code: 'unsupported_media_type',
    message: 'The endpoint does not accept compressed bodies.',
  },
  ip_not_allowed: {
    stage: 'authenticate',
    code: 'ip_not_allowed',
    message: 'The endpoint does not accept requests from this IP address.',
  },
  origin_not_allowed: {
    stage: 'authenticate',
    code: 'origin_not_allowed',
    message: 'The endpoint does not accept requests from this origin.',
  },
  unauthorized: {
    stage: 'authenticate',
    code: 'invalid_api_key',
    message: 'The credentials are not valid for the endpoint.',
  },
  signature_missing: { stage: 'verify', code: 'invalid_signature', message: 'The request has no signature.' },
  signature_invalid: {
    stage: 'verify',
    code: 'invalid_signature',
    message: 'The signature does not match the body and the secret.',
  },
  signature_stale: {
    stage: 'verify',
    code: 'invalid_signature',
    message: 'The time of the signature is outside the clock tolerance.',
  },
  rate_limited: {
    stage: 'rate',
    code: 'rate_limited',
    message: 'The rate limit of the endpoint is reached. Try again later.',
  },
  loop_detected: {
    stage: 'state',
    code: 'unprocessable',
    message: `Loop detected: ${RULE_LIMITS.depth} requests and rules of this service led to this request.`,
  },
  endpoint_paused: { stage: 'state', code: 'invalid_state', message: 'The endpoint is paused.' },
  payload_missing: { stage: 'parse', code: 'validation_failed', message: 'The request has no body.' },
  unparsable_body: { stage: 'parse', code: 'malformed_json', message: 'The body does not match its media type.' },
  mapping_failed: { stage: 'map', code: 'unprocessable', message: 'The mapping failed.' },
  missing_value: {
    stage: 'map',
    code: 'unprocessable',
    message: 'The request lacks a value that the mapping needs.',
  },
  empty_content: { stage: 'map', code: 'unprocessable', message: 'The mapping produced no content.' },
  target_unresolved: { stage: 'resolve', code: 'unprocessable', message: 'A target could not be found.' },
  target_not_allowed: {
    stage: 'resolve',
    code: 'unprocessable',
    message: 'The endpoint is not allowed to publish to this target.',
  },
  content_invalid: { stage: 'resolve', code: 'unprocessable', message: 'A channel does not accept the content.' },
  quota_exceeded: { stage: 'quota', code: 'rate_limited', message: 'A limit of the workspace is reached.' },
  storage_unavailable: {
    stage: 'create',
    code: 'unavailable',
    message: 'The request could not be stored. Try again later.',
  },
};

interface RefusalDetails {
  stage?: InboundStage;
  code?: ErrorCode;
  message?: string;
  path?: string | undefined;
  line?: number | null;
  col?: number | null;
  in?: FieldIssue['in'];
  issues?: readonly FieldIssue[];
  headers?: Record<string, string>;
}

export class Refused extends Error {
  override name = 'Refused';
  readonly reason: RefusalReason;
  readonly stage: InboundStage;
  readonly answer: ApiError;
  readonly error: InboundError;

  constructor(reason: RefusalReason, details: RefusalDetails = {}) {
    const own = REFUSALS[reason];
    const message = storable(details.message ?? own.message);
    super(message);
    this.reason = reason;
    this.stage = details.stage ?? own.stage;
    this.error = {
      code: details.issues?.[0]?.code ?? reason,
      message,
      path: details.path ?? details.issues?.[0]?.pointer ?? null,
      line: details.line ?? null,
      col: details.col ?? null,
    };
    this.answer = new ApiError(details.code ?? own.code, {
      detail: message,
      errors: [
        { in: details.in ?? 'body', pointer: details.path ?? '', code: reason, message },
        ...(details.issues ?? []),
      ].slice(0, 50),
      ...(details.headers ? { headers: details.headers } : {}),
    });
  }
}

/** Rethrows errors that the request did not cause. */
export function asRefused(error: unknown): Refused {
  if (error instanceof Refused) return error;
  if (error instanceof ApiError && error.code === 'rate_limited') {
    return new Refused('quota_exceeded', {
      message: error.message,
      ...(error.details.headers ? { headers: error.details.headers } : {}),
    });
  }
  if (isStorageFault(error)) return new Refused('storage_unavailable', { headers: { 'Retry-After': '1' } });
  throw error;
}

const isStorageFault = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'Unavailable' || error.name === 'Overloaded');

export const isTemporary = (error: unknown): boolean =>
  isStorageFault(error) || (error instanceof ApiError && (error.status >= 500 || error.code === 'rate_limited'));
