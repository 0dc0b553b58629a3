import { Elysia } from 'elysia';

import type { Services } from './context';
import { consoleRoutes } from './http/console';
import { documentRoutes } from './http/document/routes';
import { eventStreamRoutes, STREAMS } from './http/event-stream';
import { healthRoutes } from './http/health';
import { compileOperations } from './http/rest/operation';
import { refusalsOf, restRoutes } from './http/rest/routes';
import { rpcRoutes } from './http/rpc';

/** Above every limit of ours, so that a body too large meets our answer and not Bun’s empty one. */
const MAX_BODY_BYTES = 80 * 1024 * 1024;
const IDLE_SECONDS = 10;

/** Services as an HTTP application. */
export function createApp(services: Services, isReady: () => Promise<boolean> = async () => true) {
  const operations = compileOperations();
  const refuse = refusalsOf(services);

  return new Elysia({
    systemRouter: true,
    normalize: false,
    serve: { maxRequestBodySize: MAX_BODY_BYTES, idleTimeout: IDLE_SECONDS },
  })
    .onError(({ error, code, request }) =>
      code === 'NOT_FOUND' ? refuse.route(request) : refuse.failure(request, error),
    )
    .use(healthRoutes(services, services.metrics, isReady))
    .use(documentRoutes(services, [...operations, ...STREAMS]))
    .use(eventStreamRoutes(services))
    .use(restRoutes(services, operations))
    .use(rpcRoutes(services))
    .use(consoleRoutes(services));
}
