import { Elysia } from 'elysia';

import { newId } from '../../shared/ids';
import { admit, authenticateKey } from '../access';
import type { KeyActor } from '../actor';
import type { InboundCall, InboundReply } from '../automation';
import type { CallContext, Services, WorkspaceCall } from '../call-context';
import { toApiError } from '../trpc/failure';
import type { Meta } from '../trpc/meta';
import { recordRequest } from '../usage';
import { checkHost, requestOrigin, type Peer } from './origin';
import { createRespond, encodeProblem, type Answer } from './rest/answer';
import { readBytes } from './rest/body';
import { split } from './rest/handle';
import { refusalsOf, type RouteCall } from './rest/routes';

const PREFIX = '/api/v1/inbound';
const ALLOW = 'POST, PUT, GET, HEAD, OPTIONS';
/** The endpoint configures which of them it accepts. */
const METHODS = ['POST', 'PUT', 'GET', 'HEAD', 'PATCH', 'DELETE'] as const;
const OPERATION = 'inbound_receive';
const BY_KEY: Meta = { access: { type: 'scope', scope: 'automation.inbound:publish' } };
const BEARER = /^bearer\s/i;

/** The path may contain a token, so logs, metrics and answers show only the id. */
export function inboundRoutes(services: Services) {
  const respond = createRespond(services.config.baseUrl);
  const refuse = refusalsOf(services);

  const serve = async ({ request, params, server }: RouteCall & { server: Peer | null }): Promise<Response> => {
    const began = performance.now();
    const shown = shownPath(params?.['endpoint_id'] ?? '');
    const ctx = contextOf(services, request, server);
    const answer = await receive(ctx, request, params ?? {}, server).catch((error: unknown): Answer =>
      encodeProblem(toApiError(error, ctx), ctx, shown),
    );
    recordRequest(ctx, {
      operationId: OPERATION,
      surface: 'automation',
      method: request.method,
      path: shown,
      isRead: false,
      // The body is stored with the inbound request.
      answer,
      durationMs: performance.now() - began,
    });
    return respond(answer, ctx.requestId, ctx.reply, request.method === 'HEAD');
  };

  const app = new Elysia({ name: 'inbound' });
  for (const path of [`${PREFIX}/:endpoint_id`, `${PREFIX}/:endpoint_id/:token`]) {
    app.route('OPTIONS', path, () => refuse.preflight(ALLOW), { parse: 'none' });
    for (const method of METHODS) app.route(method, path, serve, { parse: 'none' });
  }
  return app;
}

/** Only the id is public; the rest of the path may be a token. */
const shownPath = (id: string): string => (/^iep_\w{26}$/.test(id) ? `${PREFIX}/${id}/***` : `${PREFIX}/***`);

function contextOf(services: Services, request: Request, peer: Peer | null): CallContext {
  return {
    ...services,
    actor: { type: 'anonymous' },
    requestId: newId('req'),
    origin: requestOrigin(services, request, peer),
    idempotencyKey: null,
    ifMatch: null,
    reply: {},
    byKey: true,
    workspaceAsked: undefined,
    signal: () => request.signal,
    holdOpen: (seconds) => peer?.timeout?.(request, seconds),
  };
}

async function receive(
  ctx: CallContext,
  request: Request,
  params: Record<string, string>,
  peer: Peer | null,
): Promise<InboundReply> {
  checkHost(request);
  const { path, query } = split(request.url);
  const call: InboundCall = {
    endpointId: params['endpoint_id'] ?? '',
    token: params['token'],
    method: request.method,
    target: query === '' ? path : `${path}?${query}`,
    query,
    headers: request.headers,
    origin: ctx.origin,
    requestId: ctx.requestId,
    readBody: (maxBytes) => readBytes(request, ctx, maxBytes),
    holdOpen: (seconds) => peer?.timeout?.(request, seconds),
    signal: () => request.signal,
    caller: await callerOf(ctx, request.headers.get('authorization')),
  };
  return ctx.automation.inbound.receive(call);
}

/** The key is checked before the endpoint, so that other workspaces’ keys learn nothing. */
async function callerOf(
  ctx: CallContext,
  authorization: string | null,
): Promise<(WorkspaceCall & { actor: KeyActor }) | undefined> {
  if (authorization === null || !BEARER.test(authorization)) return undefined;
  ctx.actor = await authenticateKey(ctx, ctx.origin, authorization);
  return admit(ctx, BY_KEY, 'mutation') as WorkspaceCall & { actor: KeyActor };
}
