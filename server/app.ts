import { Elysia } from 'elysia';

import { LIMITS } from '../shared/limits';
import type { Services } from './call-context';
import { consoleRoutes } from './http/console';
import { INBOUND_OPERATIONS } from './http/document/inbound-operations';
import { documentRoutes } from './http/document/routes';
import { fileRoutes } from './http/files';
import { healthRoutes } from './http/health';
import { inboundRoutes } from './http/inbound';
import { ingressRoutes } from './http/ingress';
import { lastResort } from './http/last-resort';
import { mediaFileRoutes } from './http/media-files';
import { compileOperations } from './http/rest/operation';
import { refusalsOf, restRoutes } from './http/rest/routes';
import { rpcRoutes } from './http/rpc';
import type { Next } from './links/redirect/types';

/** Above all other limits, so that a large body gets a documented error instead of Bun’s empty one. */
const MAX_BODY_BYTES = 112 * 1024 * 1024;

export function createApp(services: Services, isReady: () => Promise<boolean> = async () => true) {
  const operations = compileOperations();
  const refuse = refusalsOf(services);

  const app = new Elysia({
    systemRouter: true,
    normalize: false,
    serve: {
      maxRequestBodySize: MAX_BODY_BYTES,
      idleTimeout: LIMITS.idleSeconds,
      development: false,
      error: lastResort(services),
    },
  })
    .onError(({ error, code, request }) =>
      code === 'NOT_FOUND' ? refuse.route(request) : refuse.failure(request, error),
    )
    .use(healthRoutes(services, services.metrics, isReady))
    .use(documentRoutes(services, [...operations, ...INBOUND_OPERATIONS]))
    .use(inboundRoutes(services))
    .use(restRoutes(services, operations))
    .use(fileRoutes(services))
    .use(mediaFileRoutes(services))
    .use(ingressRoutes(services))
    .use(rpcRoutes(services))
    .use(consoleRoutes(services));

  // Short links are answered before routing, so link domains need no routes.
  services.redirects.reserve(app.routes.map(({ path }) => path));
  return app.wrap((next, request) => {
    const answer = services.redirects.handle(request, app.server, next as unknown as Next);
    return answer === undefined ? next : () => answer;
  });
}
