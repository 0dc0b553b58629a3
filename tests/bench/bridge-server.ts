/** One of the servers of `bridge.ts`; prints its address and key as JSON once it listens. */
import { Elysia } from 'elysia';
import { createOpenApiFetchHandler } from 'trpc-to-openapi';

import { authenticateKey } from '../../server/access/guard/key';
import { createApp } from '../../server/app';
import type { CallContext } from '../../server/call-context';
import { readConfig } from '../../server/config/config';
import { requestOrigin } from '../../server/http/origin';
import { createLog } from '../../server/log';
import { appRouter } from '../../server/router';
import { createServices } from '../../server/services';
import { newId } from '../../shared/ids';
import { database } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';
import { type Address, cpuMicroseconds } from './cpu-load';

export type BenchServer = Address & { path: string; key: string };

const MODELS = Number(process.env['MODELS'] ?? 400);
const [kind] = process.argv.slice(2);
const path = process.env['BENCH_PATH'] ?? '/api/v1/models';

const models = Array.from({ length: MODELS }, (_, index) => ({
  id: `vendor/model-${index}`,
  name: `Model ${index}`,
  context_length: 131_072,
}));
const config = readConfig({
  LOG_LEVEL: 'silent',
  SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
  AI_PROVIDERS: JSON.stringify([{ slug: 'static', base_url: 'http://127.0.0.1:9', discover: false, models }]),
});
const services = createServices(config, database, createLog(config.logLevel));
await services.start();
const key = await seedKey(await seedWorkspace());

const bridge = createApp(services);
const answer = await bridge.handle(
  new Request(`http://127.0.0.1${path}`, { headers: { authorization: `Bearer ${key.secret}` } }),
);
const text = await answer.text();
const value: unknown = JSON.parse(text);

const apps: Record<string, () => Elysia> = {
  bridge: () => bridge as unknown as Elysia,
  bare: () => new Elysia().get(path, () => value as object),
  bare_text: () =>
    new Elysia().get(path, () => new Response(text, { headers: { 'Content-Type': 'application/json' } })),
  library: () =>
    new Elysia().all('/api/v1/*', ({ request }) => throughLibrary(request), { parse: 'none' }) as unknown as Elysia,
};
const app = apps[kind ?? '']?.();
if (!app) throw new Error(`Not a server: ${kind}`);

app.get('/healthz/cpu', cpuMicroseconds);
app.listen({ port: 0, hostname: '127.0.0.1' });
process.stdout.write(
  JSON.stringify({ url: `http://127.0.0.1:${app.server?.port}`, path, key: key.secret } satisfies BenchServer),
);

function throughLibrary(request: Request): Promise<Response> {
  return createOpenApiFetchHandler({
    req: request,
    endpoint: '/api/v1',
    router: appRouter,
    createContext: async (): Promise<CallContext> => {
      const origin = requestOrigin(services, request, null);
      return {
        ...services,
        actor: await authenticateKey(services, origin, request.headers.get('authorization') ?? ''),
        requestId: newId('req'),
        origin,
        idempotencyKey: null,
        ifMatch: null,
        reply: {},
        byKey: true,
        workspaceAsked: undefined,
        signal: () => request.signal,
      };
    },
  });
}
