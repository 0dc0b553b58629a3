import { Elysia } from 'elysia';

import type { Services } from '../call-context';
import { isForwarded, isLoopback, isLoopbackHost } from '../limits/client-address';
import type { Metrics } from '../metrics';
import { healthCauses } from '../overview/health';
import { areSameTexts } from '../secrets/constant-time';
import { requestOrigin, type Peer } from './origin';

export function healthRoutes(services: Services, metrics: Metrics, isReady: () => Promise<boolean>) {
  const headers = { 'Cache-Control': 'no-store', 'Content-Type': 'application/json' };
  return new Elysia({ name: 'health' })
    .get('/healthz', () => new Response('{"status":"ok"}', { headers }))
    .get('/readyz', async () => {
      const ready = await isReady();
      // Redirects work while clicks wait or are dropped, so the service stays ready.
      const causes = healthCauses(services).map(({ code, message, since }) => ({ code, message, since }));
      const isHealthy = services.clicks.isDegraded() || causes.length > 0 ? 'degraded' : 'ready';
      const status = ready ? isHealthy : 'not_ready';
      return new Response(JSON.stringify(causes.length > 0 ? { status, causes } : { status }), {
        status: ready ? 200 : 503,
        headers,
      });
    })
    .get('/metrics', async ({ request, server }) => {
      if (!mayRead(services, request, server)) return new Response('Forbidden\n', { status: 403 });
      return new Response(await metrics.text(), {
        headers: { 'Content-Type': metrics.contentType, 'Cache-Control': 'no-store' },
      });
    });
}

function mayRead(services: Services, request: Request, peer: Peer | null): boolean {
  const { metricsToken } = services.config;
  if (metricsToken === undefined) {
    // Behind a local proxy every peer is local, so forwarded requests are refused. The name prevents DNS rebinding.
    const isLocalName = isLoopbackHost(request.headers.get('host'));
    return isLocalName && !isForwarded(request.headers) && isLoopback(requestOrigin(services, request, peer).peer);
  }
  return areSameTexts(request.headers.get('authorization') ?? '', `Bearer ${metricsToken}`);
}
