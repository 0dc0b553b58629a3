import { afterAll, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { auditEntries } from '../../server/access/schema/audit';
import { queries } from '../../server/db/database';
import { createHandler, split } from '../../server/http/rest/handle';
import { compileOperations } from '../../server/http/rest/operation';
import { database, startServer } from '../support/app';
import { seedKey, seedWorkspace } from '../support/seed';

const ADDRESS = '203.0.113.9';
const server = await startServer();
afterAll(() => server.stop());

const API = `${server.url}/api/v1`;
const operations = compileOperations();

async function caller() {
  const workspaceId = await seedWorkspace();
  const { secret } = await seedKey(workspaceId, { fullAccess: true });
  return {
    /** The server knows the address of a request until it has the answer, or the promise of one. */
    ask: async (id: string, request: Request) => {
      const operation = operations.find((one) => one.id === id);
      if (!operation) throw new Error(`No operation ${id}.`);
      let isOpen = true;
      const peer = { requestIP: () => (isOpen ? { address: ADDRESS } : null) };
      request.headers.set('authorization', `Bearer ${secret}`);
      const answering = createHandler(server.services, operation)(request, split(request.url), {}, peer, false);
      isOpen = false;
      return (await answering).status;
    },
    addresses: async () => {
      const rows = await queries(database).select().from(auditEntries).where(eq(auditEntries.workspaceId, workspaceId));
      return rows.map(({ action, ip }) => `${action} ${ip}`);
    },
  };
}

test('the client address of a slow request is read before its response', async () => {
  const { ask, addresses } = await caller();
  // From now on the key is known, and nothing of the server asks for the address.
  expect(await ask('me_get', new Request(`${API}/me`))).toBe(200);
  const body = JSON.stringify({ kind: 'lk', name: 'Made', scopes: ['links:read'] });
  const headers = { 'content-type': 'application/json' };
  expect(await ask('keys_create', new Request(`${API}/keys`, { method: 'POST', headers, body }))).toBe(201);
  expect(await addresses()).toEqual([`api_key.created ${ADDRESS}`]);
});

test('the client address of a refused request is read before its response', async () => {
  const { ask, addresses } = await caller();
  expect(await ask('me_get', new Request(`${API}/me`))).toBe(200);
  const foreign = new Request(`${API}/me`, { headers: { origin: 'https://elsewhere.example' } });
  expect(await ask('me_get', foreign)).toBe(403);
  await server.services.recorder.flush();
  expect(await addresses()).toEqual([`api_key.rejected ${ADDRESS}`]);
});
