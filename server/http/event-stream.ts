import { Elysia } from 'elysia';

import { newId } from '../../shared/ids';
import { admit } from '../auth/admit';
import { authenticateKey, missingKey } from '../auth/key';
import type { RequestContext, Services } from '../context';
import { streamRouter } from '../features/events/stream-router';
import { toApiError } from '../trpc/failure';
import { judgeHost, originOf, type Peer } from './origin';
import { apiHeaders, encodeProblem, toResponse } from './rest/answer';
import { decodeInput } from './rest/decode';
import { split } from './rest/handle';
import { compileOperations, type Operation } from './rest/operation';
import { recordRequest } from './rest/record-request';
import { refusalsOf } from './rest/routes';

/** Operations whose answers are streams: in the document like all others, served by the routes here. */
export const STREAMS: readonly Operation[] = compileOperations(streamRouter);

/** The same guard and the same refusals as every operation; then an answer that does not end. */
export function eventStreamRoutes(services: Services) {
  const base = apiHeaders(services.config.baseUrl);
  const refuse = refusalsOf(services);
  const app = new Elysia({ name: 'event-stream' });
  for (const operation of STREAMS) {
    const path = `/api/v1${operation.path}`;
    app
      .get(path, ({ request, server }: { request: Request; server: Peer | null }) => open(operation, request, server))
      .options(path, () => refuse.preflight(ALLOW))
      .all(path, ({ request }) => refuse.method(request, ALLOW), { parse: 'none' });
  }
  return app;

  async function open(operation: Operation, request: Request, peer: Peer | null): Promise<Response> {
    const began = performance.now();
    const { path, query } = split(request.url);
    const ctx: RequestContext = {
      ...services,
      actor: { type: 'anonymous' },
      requestId: newId('req'),
      origin: originOf(services, request, peer),
      idempotencyKey: null,
      ifMatch: null,
      reply: {},
      byKey: true,
      workspaceAsked: undefined,
      signal: request.signal,
      holdOpen: (seconds) => peer?.timeout?.(request, seconds),
    };
    const call = { request, path, bodyText: undefined };
    const record = (answer: Parameters<typeof recordRequest>[4], code: Parameters<typeof recordRequest>[5]): void =>
      recordRequest(services, operation, ctx, call, answer, code, performance.now() - began);

    try {
      judgeHost(request);
      const authorization = request.headers.get('authorization');
      if (authorization === null) throw missingKey();
      ctx.actor = await authenticateKey(ctx, ctx.origin, authorization);
      const admitted = admit(ctx, operation.meta, 'query');
      const input = decodeInput(operation, {}, query, undefined);
      // Nobody would read it, nor end it.
      const isHead = request.method === 'HEAD';
      const stream = isHead ? null : (operation.resolve({ ctx: admitted, input }) as ReadableStream<Uint8Array>);

      record({ status: 200, headers: {}, body: null }, null);
      const head = toResponse(
        { status: 200, headers: STREAM_HEADERS, body: '' },
        base,
        ctx.requestId,
        ctx.reply,
        false,
      );
      return new Response(stream, { headers: head.headers });
    } catch (error) {
      const failure = toApiError(error, ctx);
      const answer = encodeProblem(failure, ctx, path, operation);
      record(answer, failure.code);
      return toResponse(answer, base, ctx.requestId, ctx.reply, false);
    }
  }
}

const ALLOW = 'GET, HEAD, OPTIONS';
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  // A proxy that collects would hold events back.
  'X-Accel-Buffering': 'no',
};
