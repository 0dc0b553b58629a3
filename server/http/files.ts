import { Elysia } from 'elysia';

import type { Services } from '../call-context';
import { rawRouter } from '../router';
import { checkHost, type Peer } from './origin';
import { checkDeclaredSize } from './rest/body';
import { createHandler, split, type RestTransport } from './rest/handle';
import { compileOperations } from './rest/operation';
import { authenticatePerson, checkSession } from './rpc';

/** tRPC here handles JSON only. Input is in the query; answers are those of `/api/v1`. */
export function fileRoutes(services: Services) {
  const app = new Elysia({ name: 'files' });
  for (const operation of compileOperations(rawRouter)) {
    const handler = createHandler(services, operation, BY_SESSION);
    app.route(
      operation.method,
      `/trpc/${operation.procedure}`,
      ({ request, server }: { request: Request; server: Peer | null }) =>
        handler(request, split(request.url), {}, server, false),
      { parse: 'none' },
    );
  }
  return app;
}

const BY_SESSION: RestTransport = {
  byKey: false,
  locate({ pathParameters }, query) {
    const isOfPath = (pair: string): boolean => pathParameters.includes(pair.split('=', 1)[0] ?? '');
    const pairs = query.split('&').filter((pair) => pair !== '');
    return {
      parameters: Object.fromEntries(new URLSearchParams(pairs.filter(isOfPath).join('&'))),
      query: pairs.filter((pair) => !isOfPath(pair)).join('&'),
    };
  },
  authenticate: (operation, ctx, { request }) => {
    checkHost(request);
    checkDeclaredSize(request, operation.meta.upload?.maxBytes);
    checkSession(request, ctx.config.baseUrl, true);
    return authenticatePerson(ctx, ctx.origin, request);
  },
};
