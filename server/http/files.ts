import { Elysia } from 'elysia';

import { rawRouter } from '../router';
import type { Services } from '../services';
import { judgeHost, type Peer } from './origin';
import { judgeDeclaredSize } from './rest/body';
import { createHandler, type Door } from './rest/handle';
import { compileOperations } from './rest/operation';
import { authenticatePerson, judgeSession } from './rpc';

/**
 * File uploads and downloads of the console: `/trpc/<procedure>` with its session, since tRPC here handles JSON only.
 * Input is in the query; answers are those of `/api/v1`.
 */
export function fileRoutes(services: Services) {
  const app = new Elysia({ name: 'files' });
  for (const operation of compileOperations(rawRouter)) {
    const handler = createHandler(services, operation, BY_SESSION);
    app.route(
      operation.method,
      `/trpc/${operation.procedure}`,
      ({ request, server }: { request: Request; server: Peer | null }) => handler(request, {}, server, false),
      { parse: 'none' },
    );
  }
  return app;
}

const BY_SESSION: Door = {
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
    judgeHost(request);
    judgeDeclaredSize(request, operation.meta.upload?.maxBytes);
    judgeSession(request, ctx.config.baseUrl, true);
    return authenticatePerson(ctx, ctx.origin, request);
  },
};
