/** The server of `growth.ts` over the database of `DATABASE_URL`; prints its address as JSON once it listens. */
import type { Elysia } from 'elysia';

import { startServer } from '../support/app';
import { type Address, cpuMicroseconds } from './cpu-load';

// A tenth of a second each: due deliveries of the seed wait for a webhook that is paused.
const server = await startServer({ webhookAllowPrivate: ['127.0.0.0/8'] }, { unlimited: true });
(server.app as unknown as Elysia).get('/healthz/cpu', cpuMicroseconds);
process.stdout.write(JSON.stringify({ url: server.url } satisfies Address));
