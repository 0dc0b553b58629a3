/** One of the servers of `ai.ts`: a provider of models, a proxy that passes it on, or the gateway in front of it. */
import { createApp } from '../../server/app';
import { readConfig } from '../../server/config/config';
import { createLog } from '../../server/log';
import { streamOf } from '../../server/raw';
import { createServices } from '../../server/services';
import { database } from '../support/app';
import { chatAnswer, chatStream, usage } from '../support/model-provider';
import { seedKey, seedWorkspace } from '../support/seed';
import { type Address, cpuMicroseconds } from './cpu-load';

export type AiBenchServer = Address & { key: string; model: string };

const [kind = ''] = process.argv.slice(2);
const UPSTREAM = process.env['UPSTREAM'] ?? '';
const CHUNKS = Number(process.env['CHUNKS'] ?? 0);
const HEADERS = JSON.parse(process.env['HEADERS'] ?? '{}') as Record<string, string>;
const MODEL = 'm';

const parts = chatStream(
  Array.from({ length: CHUNKS }, () => ' word'),
  usage(1000, CHUNKS),
);
const whole = [...(chatAnswer('Hello', usage(1000, 5)).chunks ?? [])].join('');

/** Every chunk goes out by itself, as from a model that generates. */
async function* generated(): AsyncGenerator<string> {
  for (const part of parts) {
    yield part;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

const provider = async (request: Request): Promise<Response> => {
  const { stream } = (await request.json()) as { stream?: boolean };
  if (stream !== true) return new Response(whole, { headers: { 'content-type': 'application/json' } });
  return new Response(streamOf(generated()), { headers: { 'content-type': 'text/event-stream' } });
};

const proxy = async (request: Request): Promise<Response> => {
  const answer = await fetch(`${UPSTREAM}${new URL(request.url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: await request.text(),
    signal: request.signal,
  });
  const headers = { ...HEADERS, 'content-type': answer.headers.get('content-type') ?? '' };
  return new Response(answer.body, { headers });
};

function bare(answer: (request: Request) => Promise<Response>): AiBenchServer {
  const { port } = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    routes: { '/healthz/cpu': () => new Response(cpuMicroseconds()) },
    fetch: answer,
  });
  return { url: `http://127.0.0.1:${port}`, key: '', model: MODEL };
}

async function gateway(): Promise<AiBenchServer> {
  const price = { prompt: '0.000001', completion: '0.000002' };
  const config = readConfig({
    LOG_LEVEL: 'silent',
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    AI_PROVIDERS: JSON.stringify([
      { slug: 'p', base_url: `${UPSTREAM}/api/v1`, discover: false, models: [{ id: MODEL, pricing: price }] },
    ]),
  });
  const services = createServices(config, database, createLog(config.logLevel));
  const app = createApp(services).get('/healthz/cpu', cpuMicroseconds);
  await services.start();
  app.listen({ port: 0, hostname: '127.0.0.1' });
  const { secret: key } = await seedKey(await seedWorkspace());
  return { url: `http://127.0.0.1:${app.server?.port}`, key, model: `p/${MODEL}` };
}

const servers: Record<string, () => AiBenchServer | Promise<AiBenchServer>> = {
  provider: () => bare(provider),
  proxy: () => bare(proxy),
  gateway,
};
const start = servers[kind];
if (!start) throw new Error(`Not a server: ${kind}`);
process.stdout.write(JSON.stringify(await start()));
