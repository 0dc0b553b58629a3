import { join } from 'node:path';

import { readConfig, type Config } from '../../server/config/config';
import { queries } from '../../server/db/database';
/** What the delivery benches share: a database with webhooks, a receiver in another process, and a dispatcher here. */
import { scoped } from '../../server/db/scoped';
import { workspaces } from '../../server/db/workspaces';
import { createEgress } from '../../server/egress/egress';
import type { Egress } from '../../server/egress/types';
import { emit } from '../../server/events/emit';
import { workspaceCounter } from '../../server/events/schema';
import { createLog } from '../../server/log';
import { createMetrics } from '../../server/metrics';
import { createServices } from '../../server/services';
import {
  createWebhookSealer,
  maskedSecrets,
  newWebhookSecret,
} from '../../server/webhooks/dispatcher/sending/webhook-sealer';
import { webhooks } from '../../server/webhooks/schema';
import { ALL_SCOPES } from '../../shared/access/scopes';
import { newId } from '../../shared/ids';
import { freshDatabase } from '../support/app';
import { dispatcherOf } from '../webhooks/dispatcher/support';

const SECRET_KEY = Buffer.alloc(32, 7);
const ROWS_A_STATEMENT = 200;
const MAX_IN_FLIGHT = Number(process.env['MAX_IN_FLIGHT'] ?? 8);

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** User and system time of this process, in milliseconds. */
export const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? Number.NaN;

export async function startReceiver() {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, 'delivery-receiver.ts')], {
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const { value } = await child.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  return {
    /** Every index has an address of its own, as hosts have. */
    url: (index: number, path = 'hook') => `http://127.1.${index >> 8}.${index & 255}:${port}/${path}`,
    stop: () => child.kill(),
  };
}

/** `urls`: one list of addresses for each workspace. */
export async function openStage(urls: readonly (readonly string[])[], change: Partial<Config> = {}) {
  const place = await freshDatabase();
  const config: Config = {
    ...readConfig({ LOG_LEVEL: 'error', SECRET_KEY: SECRET_KEY.toString('base64') }),
    webhookAllowPrivate: ['127.0.0.0/8'],
    webhookAllowHttp: true,
    ...change,
  };
  const log = createLog('error');
  // Never started: the dispatcher alone runs.
  const services = createServices(config, place.database, log);
  const sealer = createWebhookSealer(SECRET_KEY);
  const now = new Date();
  const rows: (typeof webhooks.$inferInsert)[] = [];
  const workspaceIds = urls.map(() => newId('ws'));
  for (const [index, workspaceId] of workspaceIds.entries()) {
    for (const url of urls[index] ?? []) rows.push(rowOf(workspaceId, url));
  }
  await place.database.transaction(async (tx) => {
    for (const ids of chunks(workspaceIds)) {
      const rateLimit = { requests: 1, window_seconds: 1 };
      await queries(tx)
        .insert(workspaces)
        .values(ids.map((id) => ({ id, name: 'Bench', rateLimit, createdAt: now, updatedAt: now })));
      await queries(tx)
        .insert(workspaceCounter)
        .values(ids.map((workspaceId) => ({ workspaceId, webhooksVersion: 1 })));
    }
    for (const part of chunks(rows)) await queries(tx).insert(webhooks).values(part);
  });

  function rowOf(workspaceId: string, url: string): typeof webhooks.$inferInsert {
    const id = newId('whk');
    const secret = newWebhookSecret();
    const stored = { secret, created_at: now.toISOString(), expires_at: null };
    return {
      id,
      workspaceId,
      url,
      events: ['webhook.tested'],
      selectors: {},
      grant: { scopes: [...ALL_SCOPES], resources: {} },
      headerNames: [],
      secretsSealed: sealer.sealSecrets(id, [stored]),
      secrets: maskedSecrets([stored]),
      timeoutSeconds: 15,
      maxInFlight: MAX_IN_FLIGHT,
      retry: { preset: 'standard' },
      source: 'custom',
      metadata: {},
      createdSequence: 0,
      createdBy: { key_id: 'key_bench' },
      createdAt: now,
      updatedAt: now,
    };
  }

  const egress = createEgress(config);
  return {
    ...place,
    services,
    egress,
    workspaceIds,

    /** Every webhook of the workspace gets each of them; the body has about 1 KiB. */
    emit: (workspaceId: string, count = 1, message = 'x'.repeat(780)): Promise<void> =>
      place.database.transaction((tx) =>
        emit(
          { ...services, requestId: newId('req') },
          scoped(tx, workspaceId),
          Array.from({ length: count }, () => ({
            type: 'webhook.tested' as const,
            data: { webhook_id: newId('whk'), message },
          })),
        ),
      ),

    dispatcher: (post: Egress['post'] = egress.post) =>
      dispatcherOf({
        config,
        database: place.database,
        log,
        now: () => new Date(),
        hub: services.hub,
        metrics: createMetrics(),
        sealer: services.webhookSealer,
        egress: { post, close: () => {} },
      }),
  };
}

function chunks<T>(list: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(list.length / ROWS_A_STATEMENT) }, (_, index) =>
    list.slice(index * ROWS_A_STATEMENT, (index + 1) * ROWS_A_STATEMENT),
  );
}
