import { eq } from 'drizzle-orm';

import { aiBudgets, aiRequests } from '../../server/ai/schema';
import { queries } from '../../server/db/database';
import { events } from '../../server/events/schema';
import type { BudgetPeriod } from '../../shared/ai/budgets';
import { newId } from '../../shared/ids';
import { database, startServer } from '../support/app';
import { ModelProvider } from '../support/model-provider';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';

const db = queries(database);

/** A dollar a million tokens of the request, two of the answer. */
const PRICING = { prompt: '0.000001', completion: '0.000002' };

/** A server with the providers `p` and `q`, of the same models. */
export async function startGateway() {
  const [p, q] = [await new ModelProvider().start(), await new ModelProvider().start()];
  const common = { discover: false, models: [{ id: 'm', pricing: PRICING }, { id: 'unpriced' }] };
  const server = await startServer({
    aiSandbox: true,
    aiProviders: JSON.stringify([
      { slug: 'p', base_url: p.url, api_key: 'sk-upstream-secret', ...common },
      { slug: 'q', base_url: q.url, ...common, max_concurrency: 2 },
      { slug: 'gone', base_url: 'http://127.0.0.1:9/v1', ...common },
    ]),
  });
  return {
    p,
    q,
    server,
    /** A caller of a fresh workspace. */
    caller: async () => {
      const workspaceId = await seedWorkspace();
      const { id: keyId, secret } = await seedKey(workspaceId);
      const send = (
        body: object,
        { headers, signal }: { headers?: Record<string, string>; signal?: AbortSignal } = {},
      ) =>
        fetch(`${server.url}/api/v1/chat/completions`, {
          ...(signal ? { signal } : {}),
          method: 'POST',
          headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
          body: JSON.stringify({ ...HELLO, ...body }),
        });
      return { workspaceId, keyId, secret, send };
    },
    stop: async () => {
      await server.stop();
      await Promise.all([p.stop(), q.stop()]);
    },
  };
}

export const HELLO = { model: 'p/m', messages: [{ role: 'user' as const, content: 'Hello there' }] };

export const rowsOf = (workspaceId: string) =>
  db.select().from(aiRequests).where(eq(aiRequests.workspaceId, workspaceId)).orderBy(aiRequests.id);

/** The only call of a workspace, once it is settled. */
export async function settledRow(workspaceId: string) {
  await until(async () => {
    const rows = await rowsOf(workspaceId);
    return rows.length > 0 && rows.every(({ outcome }) => outcome !== 'running');
  });
  const [row, second] = await rowsOf(workspaceId);
  if (!row || second) throw new Error('There is more than one call.');
  return row;
}

export async function seedBudget(
  workspaceId: string,
  amountMicroUsd: number,
  more: { keyId?: string; period?: BudgetPeriod; warnAtPercent?: number; periodStart?: Date } = {},
): Promise<string> {
  const id = newId('bud');
  const now = new Date();
  await db.insert(aiBudgets).values({
    id,
    workspaceId,
    keyId: '',
    period: 'month',
    amountMicroUsd,
    warnAtPercent: 80,
    periodStart: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1)),
    createdAt: now,
    updatedAt: now,
    ...more,
  });
  return id;
}

export async function budget(id: string) {
  const [row] = await db.select().from(aiBudgets).where(eq(aiBudgets.id, id));
  if (!row) throw new Error('No such budget.');
  return row;
}

/** Of the events of a workspace, in their order. */
export async function eventTypes(workspaceId: string): Promise<string[]> {
  const rows = await db.select().from(events).where(eq(events.workspaceId, workspaceId)).orderBy(events.sequence);
  return rows.map(({ type }) => type);
}
