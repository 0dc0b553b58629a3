import { afterAll, describe, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { freshDatabase } from '../support/app';
import { freshAddress, startProcess, until, type ServerProcess } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';
import { runStatements } from '../support/statements';
import { INTERNALS } from './internals';
import { openWire } from './proxy';

const NEW_KEY = JSON.stringify({ kind: 'ak', name: 'A', scopes: ['models:read'] });

const opened: Awaited<ReturnType<typeof freshDatabase>>[] = [];
afterAll(() => Promise.all(opened.map((fresh) => fresh.close())));

async function seeded() {
  const fresh = await freshDatabase();
  opened.push(fresh);
  const workspaceId = await seedWorkspace('Faults', fresh.database);
  const key = () => seedKey(workspaceId, { fullAccess: true }, fresh.database);
  return { fresh, known: (await key()).secret, unknown: (await key()).secret };
}

/** Every door, with what the server has cached and what it has not. */
const doors = (known: string, unknown: string): [string, string, string | undefined][] => [
  ['GET /api/v1/me', unknown, undefined],
  ['GET /api/v1/keys', known, undefined],
  ['POST /api/v1/keys', known, NEW_KEY],
  ['GET /api/v1/audit-entries', known, undefined],
  ['GET /trpc/keys.list?input=%7B%7D', known, undefined],
  ['GET /trpc/keys.list,members.list?batch=1&input=%7B%220%22%3A%7B%7D%2C%221%22%3A%7B%7D%7D', known, undefined],
  ['GET /trpc/keys.list?input=%7B%7D', unknown, undefined],
  ['POST /trpc/keys.create', known, NEW_KEY],
];

async function call(server: ServerProcess, [line, key, body]: [string, string, string | undefined], extra = {}) {
  const [method = '', path = ''] = line.split(' ');
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    ...freshAddress(),
    ...extra,
  };
  const answer = await fetch(server.url + path, { method, headers, ...(body === undefined ? {} : { body }) });
  return { line, status: answer.status, text: await answer.text(), headers: answer.headers };
}

/** Every 5xx that the doors answer with, judged. */
async function failures(server: ServerProcess, known: string, unknown: string) {
  const calls = doors(known, unknown);
  const answers = await Promise.all([
    ...calls.map((each) => call(server, each)),
    call(server, ['POST /api/v1/keys', known, NEW_KEY], { 'idempotency-key': crypto.randomUUID() }),
  ]);
  for (const { line, status, text, headers } of answers) {
    expect([line, status >= 500 || status === 207]).toEqual([line, true]);
    expect(text).not.toMatch(INTERNALS);
    expect(JSON.stringify([...headers])).not.toMatch(INTERNALS);
    expect(headers.get('x-request-id')).toStartWith('req_');
    expect(text).toMatch(/"code":"(internal_error|unavailable)"/);
  }
  return answers;
}

const rename = (url: string, from: string, to: string) => runStatements(url, `alter table ${from} rename to ${to}`);

describe.each([undefined, 'development', 'production'])('with NODE_ENV %s', (mode) => {
  test('a failure of the database says nothing of what is inside, and passes', async () => {
    const { fresh, known, unknown } = await seeded();
    await using server = await startProcess(fresh.url, mode === undefined ? {} : { NODE_ENV: mode });
    const works = async (key: string) => (await call(server, ['GET /api/v1/keys', key, undefined])).status === 200;
    expect(await works(known)).toBe(true);

    await rename(fresh.url, 'api_keys', 'elsewhere');
    await rename(fresh.url, 'audit_entries', 'far_away');
    await failures(server, known, unknown);
    // The log says what the answers do not.
    expect(server.output()).toMatch(/no such table|does not exist/);
    expect(server.output()).not.toContain(known);

    await rename(fresh.url, 'elsewhere', 'api_keys');
    await rename(fresh.url, 'far_away', 'audit_entries');
    await until(() => works(known));
    expect(await works(unknown)).toBe(true);

    // A table that only writes need: whatever was written before it is taken back.
    await rename(fresh.url, 'audit_entries', 'elsewhere');
    const broken = await call(server, ['POST /api/v1/keys', known, NEW_KEY]);
    expect([broken.status, INTERNALS.test(broken.text)]).toEqual([500, false]);
    await rename(fresh.url, 'elsewhere', 'audit_entries');
    expect((await call(server, ['POST /api/v1/keys', known, NEW_KEY])).status).toBe(201);
    const { text } = await call(server, ['GET /api/v1/keys', known, undefined]);
    expect(JSON.parse(text).data).toHaveLength(3);
  });
});

test.if(engine === 'postgres')(
  'a database out of reach is answered for, and served again when it is back',
  async () => {
    const { fresh, known, unknown } = await seeded();
    await using wire = await openWire(fresh.url);
    await using server = await startProcess(wire.url);
    const status = async (key: string) => (await call(server, ['GET /api/v1/keys', key, undefined])).status;
    expect(await status(known)).toBe(200);

    wire.cut();
    await until(async () => (await fetch(`${server.url}/readyz`)).status === 503);
    const answers = await failures(server, known, unknown);
    expect(answers.find(({ line }) => line === 'GET /api/v1/me')?.status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect(server.isRunning()).toBe(true);

    await wire.mend();
    await until(async () => (await status(known)) === 200);
    expect(await status(unknown)).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
);
