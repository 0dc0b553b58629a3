import type { InboundError, InboundReason, InboundStage } from '../../../shared/automation/inbound-request';
import { RULE_LIMITS } from '../../../shared/automation/rule';
import type { ErrorCode, FieldIssue } from '../../../shared/errors';
import { ApiError } from '../../errors';
import { storable } from '../../storable';

/** Reasons that are no refusal. */
export type RefusalReason = Exclude<InboundReason, 'ping' | 'captured' | 'duplicate' | 'filtered'>;

/** Where each reason belongs, and what the sender is answered. */
const REFUSALS: Record<RefusalReason, { stage: InboundStage; code: ErrorCode; message: string }> = {
  method_not_allowed: {
    stage: 'limits',
    code: 'method_not_allowed',
    message: 'The endpoint does not take this method.',
  },
  payload_too_large: { stage: 'limits', code: 'payload_too_large', message: 'The body is too large.' },
  unsupported_content_type: {
    stage: 'limits',
    code: 'unsupported_media_type',
    message: 'The endpoint does not take this media type.',
  },
  ip_not_allowed: {
    stage: 'authenticate',
    code: 'ip_not_allowed',
    message: 'The endpoint is not open to this address.',
  },
  origin_not_allowed: {
    stage: 'authenticate',
    code: 'origin_not_allowed',
    message: 'The endpoint is not open to this origin.',
  },
  unauthorized: {
    stage: 'authenticate',
    code: 'invalid_api_key',
    message: 'The credentials are not those of the endpoint.',
  },
  signature_missing: { stage: 'verify', code: 'invalid_signature', message: 'The request carries no signature.' },
  signature_invalid: {
    stage: 'verify',
    code: 'invalid_signature',
    message: 'The signature does not match the body and the secret.',
  },
  signature_stale: {
    stage: 'verify',
    code: 'invalid_signature',
    message: 'The time of the signature is too far from now.',
  },
  rate_limited: { stage: 'rate', code: 'rate_limited', message: 'The endpoint takes no more requests right now.' },
  loop_detected: {
    stage: 'state',
    code: 'unprocessable',
    message: `It goes round in a circle: ${RULE_LIMITS.depth} requests and rules of this service led to it.`,
  },
  endpoint_paused: { stage: 'state', code: 'invalid_state', message: 'The endpoint is paused.' },
  payload_missing: { stage: 'parse', code: 'validation_failed', message: 'The request has no body.' },
  unparsable_body: { stage: 'parse', code: 'malformed_json', message: 'The body is not what its media type says.' },
  mapping_failed: { stage: 'map', code: 'unprocessable', message: 'The mapping failed.' },
  missing_value: {
    stage: 'map',
    code: 'unprocessable',
    message: 'The request does not have a value that the mapping names.',
  },
  empty_content: { stage: 'map', code: 'unprocessable', message: 'The mapping made no content of it.' },
  target_unresolved: { stage: 'resolve', code: 'unprocessable', message: 'A target could not be found.' },
  target_not_allowed: { stage: 'resolve', code: 'unprocessable', message: 'The endpoint may not publish there.' },
  content_invalid: { stage: 'resolve', code: 'unprocessable', message: 'A channel does not take the content.' },
  quota_exceeded: { stage: 'quota', code: 'rate_limited', message: 'A limit of the workspace is reached.' },
  storage_unavailable: { stage: 'create', code: 'unavailable', message: 'It could not be stored right now.' },
};

interface RefusalDetails {
  /** Where it stopped, when that is not the reason’s own place. */
  stage?: InboundStage;
  /** In place of the reason’s own. */
  code?: ErrorCode;
  message?: string;
  /** JSON Pointer of what is wrong. */
  path?: string | undefined;
  line?: number | null;
  col?: number | null;
  in?: FieldIssue['in'];
  /** Further issues. */
  issues?: readonly FieldIssue[];
  headers?: Record<string, string>;
}

/** A request that is not taken: why, where, and what its sender is told. */
export class Refused extends Error {
  override name = 'Refused';
  readonly reason: RefusalReason;
  readonly stage: InboundStage;
  readonly answer: ApiError;
  /** What the log says of it. */
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
