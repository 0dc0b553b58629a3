import type { ErrorCode } from '../../shared/errors';
import { newId } from '../../shared/ids';
import type { CallContext } from '../services';
import type { Meta } from './meta';

/** Records a tRPC call by a key as REST does: usage, metrics, the request log. */
export function recordCall(
  ctx: CallContext,
  call: { path: string; type: string; meta: Meta | undefined },
  outcome: { status: number; code: ErrorCode | null; durationMs: number },
): void {
  const operation = call.path.replaceAll('.', '_');
  ctx.metrics.request(operation, outcome.status, outcome.durationMs);
  if (ctx.actor.type !== 'key') return;
  ctx.recorder.record({
    id: takeId(ctx),
    workspaceId: ctx.actor.workspaceId,
    method: call.type === 'query' ? 'GET' : 'POST',
    path: `/trpc/${call.path}`,
    operationId: operation,
    surface: call.meta?.surface ?? 'getting-started',
    ...outcome,
    keyId: ctx.actor.keyId,
    origin: ctx.origin,
    clientRequestId: null,
    replayed: false,
    requestBody: null,
    responseBody: null,
  });
}

/** The first call has the request’s id; others of a batch have their own log entries and ids. */
function takeId(ctx: CallContext): string {
  if (ctx.reply.isRecorded) return newId('req');
  ctx.reply.isRecorded = true;
  return ctx.requestId;
}
