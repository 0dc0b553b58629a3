import { ERRORS, type ErrorCode } from '../../shared/errors';
import { newId } from '../../shared/ids';
import type { RequestContext } from '../context';
import { maskBody } from '../secrets/mask';
import type { UsageDeps } from './context';

const MAX_LOGGED_BODY = 16_384;

interface AnsweredRequest {
  operationId: string;
  surface: string;
  method: string;
  path: string;
  isRead: boolean;
  answer: { status: number; headers?: Record<string, string> | undefined; body: string | null };
  /** Defaults to the code in the body of the answer. */
  code?: ErrorCode | null;
  durationMs: number;
  /** Present if the request log stores bodies. */
  bodies?: { request: string | undefined } | undefined;
}

/** Only requests with a key are in the request log and in usage. */
export function recordRequest(ctx: RequestContext & UsageDeps, request: AnsweredRequest): void {
  const { actor, origin } = ctx;
  const { operationId, method, path, isRead, answer, durationMs, bodies } = request;
  const { status } = answer;
  const level = status >= 500 ? 'error' : isRead && status < 400 ? 'debug' : 'info';
  if (ctx.log.isLevelEnabled(level)) {
    ctx.log[level](
      {
        request_id: ctx.requestId,
        client_request_id: clientRequestId(origin.headers) ?? undefined,
        method,
        path,
        operation: operationId,
        status,
        code: request.code ?? undefined,
        duration_ms: Math.round(durationMs * 10) / 10,
        ip: origin.ip,
        key_id: actor.type === 'key' ? actor.keyId : undefined,
      },
      'request',
    );
  }
  ctx.metrics.request(operationId, status, durationMs);
  if (actor.type !== 'key') return;
  const counted = { workspaceId: actor.workspaceId, keyId: actor.keyId, operationId, method, status, durationMs };
  ctx.recorder.record(counted, () => ({
    ...counted,
    id: logId(ctx),
    path,
    surface: request.surface,
    code: request.code ?? codeIn(answer),
    origin,
    clientRequestId: clientRequestId(origin.headers),
    replayed: 'Idempotent-Replayed' in (answer.headers ?? {}),
    requestBody: bodies?.request ? maskBody(bodies.request.slice(0, MAX_LOGGED_BODY)) : null,
    responseBody: bodies && answer.body ? maskBody(answer.body.slice(0, MAX_LOGGED_BODY)) : null,
  }));
}

/** The first call of a batch uses the request's id. */
function logId({ reply, requestId }: RequestContext): string {
  if (reply.isRecorded) return newId('req');
  reply.isRecorded = true;
  return requestId;
}

/** A replayed error has its code in the body. */
function codeIn({ status, body }: AnsweredRequest['answer']): ErrorCode | null {
  if (status < 400 || body === null) return null;
  const { code } = JSON.parse(body) as { code?: string };
  return code !== undefined && code in ERRORS ? (code as ErrorCode) : null;
}

function clientRequestId(headers: Headers): string | null {
  const id = headers.get('x-request-id');
  return id !== null && /^[\x20-\x7e]{1,128}$/.test(id) ? id : null;
}
