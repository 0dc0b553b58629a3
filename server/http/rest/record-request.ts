import { ERRORS, type ErrorCode } from '../../../shared/errors';
import type { StoredAnswer } from '../../idempotency/idempotency';
import { maskBody } from '../../secrets/mask';
import type { CallContext, Services } from '../../services';
import type { Operation } from './operation';

const MAX_LOGGED_BODY = 16_384;

/** Writes a request to the operator’s log, the request log, usage and metrics. */
export function recordRequest(
  services: Services,
  operation: Operation,
  ctx: CallContext,
  call: { request: Request; path: string; bodyText: string | undefined },
  answer: StoredAnswer,
  code: ErrorCode | null,
  durationMs: number,
): void {
  const { actor, origin, requestId } = ctx;
  const isRead = operation.method === 'GET';
  const level = answer.status >= 500 ? 'error' : isRead && answer.status < 400 ? 'debug' : 'info';
  if (services.log.isLevelEnabled(level)) {
    services.log[level](
      {
        request_id: requestId,
        client_request_id: clientRequestId(call.request),
        method: call.request.method,
        path: call.path,
        operation: operation.id,
        status: answer.status,
        code: code ?? undefined,
        duration_ms: Math.round(durationMs * 10) / 10,
        ip: origin.ip,
        key_id: actor.type === 'key' ? actor.keyId : undefined,
      },
      'request',
    );
  }
  // Bodies of successful reads are not kept: they would be most of the log.
  const keepBodies = !isRead || answer.status >= 400;
  services.metrics.request(operation.id, answer.status, durationMs);
  services.recorder.record({
    id: requestId,
    workspaceId: actor.type === 'key' ? actor.workspaceId : null,
    method: call.request.method,
    path: call.path,
    operationId: operation.id,
    surface: operation.surface,
    status: answer.status,
    code: code ?? replayedCode(answer),
    durationMs,
    keyId: actor.type === 'key' ? actor.keyId : null,
    origin,
    clientRequestId: clientRequestId(call.request) ?? null,
    replayed: 'Idempotent-Replayed' in answer.headers,
    requestBody: keepBodies && call.bodyText ? maskBody(call.bodyText.slice(0, MAX_LOGGED_BODY)) : null,
    responseBody: keepBodies && answer.body ? maskBody(answer.body.slice(0, MAX_LOGGED_BODY)) : null,
  });
}

/** A stored error is answered again; its code is in its body. */
function replayedCode({ status, body }: StoredAnswer): ErrorCode | null {
  if (status < 400 || body === null) return null;
  const { code } = JSON.parse(body) as { code?: string };
  return code !== undefined && code in ERRORS ? (code as ErrorCode) : null;
}

function clientRequestId(request: Request): string | undefined {
  const id = request.headers.get('x-request-id');
  return id !== null && /^[\x20-\x7e]{1,128}$/.test(id) ? id : undefined;
}
