import { afterAll, beforeAll, expect, test } from 'bun:test';

import { Glob } from 'bun';
import { eq, getTableName } from 'drizzle-orm';
import * as fc from 'fast-check';

import { apiKeys } from '../../server/access/schema/keys';
import { queries } from '../../server/db/database';
import { scoped } from '../../server/db/scoped';
import { definitionOf } from '../../server/http/rest/operation';
import { appRouter } from '../../server/router';
import { newId } from '../../shared/ids';
import { addAiFixtures, knownAiIds } from '../ai/fixtures';
import { addInboundFixtures, knownInboundIds } from '../automation/inbound-fixtures';
import { addPublicationsFixtures } from '../automation/publications-fixtures';
import { addRulesFixtures, knownRuleIds } from '../automation/rules-fixtures';
import { seedImport } from '../links/import-scene';
import { addLinksFixtures, knownLinkIds } from '../links/support';
import { freshDatabase, startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient } from '../support/client';
import { startReceiver } from '../webhooks/dispatcher/support';
import { addWebhooksFixtures, knownWebhookIds } from '../webhooks/fixtures';
import { addMediaFixtures, knownMediaIds } from '../whatsapp/media-fixtures';
import { addMessagesFixtures, knownMessageIds } from '../whatsapp/messages-fixtures';
import { addInstanceFixtures, knownInstanceIds } from '../whatsapp/support';
import { callConsole, PASSWORD, register } from './console-run';
import { CROSSING, UNREACHED } from './crossing';
import type { Document } from './document';
import { type Drawn, validDrafts } from './drafts';
import { knownIds } from './fuzz';
import { knownModels } from './model-calls';
import { buildRequest, isStream, readOperations, type Draft, type Operation } from './operations';
import { tenantTablesOf, workspacesOf } from './tenancy';
import { tenantTables } from './tenants';
import { traced, type Statement } from './traced';

const fresh = await freshDatabase();
const tracer = traced(fresh.database);
const receiver = startReceiver(() => new Response('ok'));
const server = await startServer(
  { webhookAllowPrivate: ['127.0.0.1/32'], webhookAllowHttp: true },
  { store: tracer.store, unlimited: true },
);
// They work for every workspace, and on a slow machine would do so in the middle of the run.
await server.services.jobs.stop();
afterAll(async () => {
  tracer.stop();
  await server.stop();
  await receiver.stop();
  await fresh.close();
});

/** What is wrong with a statement of somebody who acts in the workspaces `own`. */
function violationOf(statement: Statement, own: ReadonlySet<unknown>): string | undefined {
  const { sql } = statement;
  const bound = workspacesOf(statement);
  const foreign = [...bound.values()].flat().filter((id) => id !== undefined && id !== null && !own.has(id));
  if (foreign.length > 0) return `binds ${String(foreign[0])}, which is another’s: ${sql}`;

  const open = [...bound].filter(([, ids]) => !ids?.every((id) => own.has(id))).map(([table]) => table);
  const sources = tracer.sourcesOf(sql);
  const free = new Set(sources.flatMap((name) => CROSSING[name]?.tables ?? []));
  if (open.every((table) => free.has(table))) return undefined;
  return `is held to no workspace in ${open.join(', ')} (${sources.join(', ')}): ${sql}`;
}

const complaintsOf = (statements: Statement[], own: ReadonlySet<unknown>) =>
  new Set(statements.flatMap((statement) => violationOf(statement, own) ?? []));

/** Up to sixty, a few at a time: most operations succeed at the first, and large ones are slow to draw. */
function* someDrafts(drawn: Drawn): Generator<Draft> {
  const drafts = validDrafts(drawn);
  for (let seed = 1; seed <= 12; seed += 1) yield* fc.sample(drafts, { numRuns: 5, seed });
}

/** One request of every operation that succeeds; returns those of which none did. */
async function callEverything(key: string, ids: Record<string, string[]>): Promise<string[]> {
  const baseUrl = `${server.url}/api/v1`;
  const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Document;
  const works = async (operation: Operation) => {
    const override = knownIds({ document, ids, key, call: fetch }, operation);
    for (const draft of someDrafts({ document, operation, override })) {
      const headers = operation.method === 'GET' ? {} : { 'idempotency-key': newId('x') };
      // A long poll would wait, and Bun refuses a head of over 16 KB.
      const query = draft.query.filter(([name, value]) => name !== 'wait_seconds' && value.length < 200);
      const response = await fetch(buildRequest(operation, { ...draft, query, headers }, { baseUrl, key }));
      await (isStream(operation) ? response.body?.cancel() : response.arrayBuffer());
      if (response.ok) return true;
    }
    return false;
  };
  const unmet: string[] = [];
  for (const operation of readOperations(document)) if (!(await works(operation))) unmet.push(operation.operationId);
  return unmet;
}

const own = new Set<unknown>();
let other = '';
let statements: Statement[] = [];
let called = new Set<string>();

beforeAll(async () => {
  const owner = openBrowser(server.url);
  const setup = await owner.mutate('auth.setup', {
    email: 'ada@example.com',
    password: PASSWORD,
    name: 'Ada',
    workspace_name: 'Acme',
  });
  const workspaceId: string = setup.data.workspace.id;
  const at = { headers: { 'x-workspace-id': workspaceId } };
  own.add(workspaceId);

  // Somebody else, with a workspace and a key of their own.
  const grace = await register(server.url, owner, workspaceId, 'grace@example.com');
  other = (await grace.browser.mutate('workspaces.create', { name: 'Other' })).data.id;
  const elsewhere = { headers: { 'x-workspace-id': other } };
  const foreign = await grace.browser.mutate(
    'keys.create',
    { kind: 'lk', name: 'Other', scopes: ['links:read'] },
    elsewhere,
  );
  expect(foreign.status).toBe(200);
  const spare = await owner.mutate('keys.create', { kind: 'lk', name: 'Spare', scopes: ['links:read'] }, at);
  const key = await owner.mutate(
    'keys.create',
    { kind: 'ak', name: 'Caller', full_access: true, rate_limit: { requests: 100_000, window_seconds: 1 } },
    at,
  );
  await server.services.recorder.flush();
  const ai = await addAiFixtures(workspaceId, spare.data.id, fresh.database);
  const webhooks = await addWebhooksFixtures(server.services, workspaceId);
  const call = restClient(server.url, key.data.secret);
  const links = await addLinksFixtures(call);
  const media = await addMediaFixtures(workspaceId, call, fresh.database);
  const messages = await addMessagesFixtures(workspaceId, media.instance, fresh.database);
  const whatsapp = await addInstanceFixtures(call, media.instance, (id) => server.services.whatsapp.idle(id));
  const publications = await addPublicationsFixtures(call, media.instance, fresh.database);
  const rules = await addRulesFixtures(call);
  const inbound = await addInboundFixtures(call);
  tracer.take();

  const [, event] = (await owner.query('events.list', {}, at)).data.data;
  await (await fetch(`${server.url}/api/v1/me`, { headers: { authorization: `Bearer ${key.data.secret}` } })).text();
  await server.services.recorder.flush();
  const [request] = (await owner.query('request_logs.list', {}, at)).data.data;
  const [entry] = (await owner.query('audit_entries.list', {}, at)).data.data;
  const unmet = await callEverything(key.data.secret, {
    key_id: [spare.data.id],
    workspace_id: [workspaceId],
    member_id: [grace.memberId],
    event_id: [event.id],
    request_id: [request.id],
    audit_entry_id: [entry.id],
    ...knownAiIds(ai),
    ...knownWebhookIds(webhooks),
    ...knownLinkIds(links),
    ...knownMediaIds(media),
    ...knownMessageIds(messages),
    ...knownInstanceIds(whatsapp),
    ...publications.known,
    ...knownRuleIds(rules),
    ...knownInboundIds(inbound),
    import_id: [await seedImport(workspaceId, fresh.database)],
    url: [receiver.url],
    type: ['api_key.created'],
    ...knownModels,
  });
  // WhatsApp alone asks for a passkey.
  expect(unmet.filter((id) => !id.endsWith('_passkey'))).toEqual([]);

  await server.services.whatsapp.idle();
  called = await callConsole(server, owner, { workspaceId, grace, made: (id) => own.add(id) });
  await server.services.recorder.flush();
  statements = tracer.take();
}, 240_000);

test('the run called every procedure and reached every table of workspaces', () => {
  const procedures = Object.entries(appRouter._def.procedures);
  const ofConsole = procedures.filter(([, one]) => !definitionOf(one).meta?.openapi).map(([name]) => name);
  expect(ofConsole.filter((name) => !called.has(name))).toEqual([]);
  const reached = new Set(statements.flatMap(({ sql }) => tenantTablesOf(sql)));
  const unreached = tenantTables.map((table) => getTableName(table)).filter((name) => !reached.has(name));
  expect(unreached.filter((name) => !UNREACHED.has(name))).toEqual([]);
});

test('each statement is limited to the actor’s workspace, or comes from a function listed as crossing workspaces', () => {
  expect([...complaintsOf(statements, own)]).toEqual([]);
  expect(statements.filter(({ sql }) => tracer.sourcesOf(sql).includes('scoped')).length).toBeGreaterThan(40);
});

test('a query without the workspace is found, and one with another workspace', async () => {
  tracer.take();
  const [mine] = [...own] as [string];
  await queries(tracer.store).select().from(apiKeys).where(eq(apiKeys.id, 'key_x'));
  await queries(tracer.store).update(apiKeys).set({ name: 'x' }).where(eq(apiKeys.id, 'key_x'));
  await queries(tracer.store).$count(apiKeys);
  expect(complaintsOf(tracer.take(), own).size).toBe(3);
  await scoped(tracer.store, other).count(apiKeys);
  expect([...complaintsOf(tracer.take(), own)]).toEqual([expect.stringContaining(`binds ${other}`)]);
  await scoped(tracer.store, mine).count(apiKeys);
  expect([...complaintsOf(tracer.take(), own)]).toEqual([]);
});

test('only the scoped access and the named functions can query, and every name on the list is one', async () => {
  const able: string[] = [];
  const named = new Set<string>();
  for await (const path of new Glob('server/**/*.ts').scan('.')) {
    const text = await Bun.file(path).text();
    if (/import (?!type)\{[^}]*\b(?:queries|prepared)\b[^}]*\} from '[^']*\/database'/.test(text)) able.push(path);
    if (!/\/(?:queries|system)\/|^server\/db\/insert-new/.test(path)) continue;
    for (const [, name] of text.matchAll(/^export (?:async )?(?:function|const) (\w+)/gm)) named.add(name ?? '');
  }
  expect(able.filter((path) => !/\/(?:queries|system)\/|^server\/db\//.test(path))).toEqual([]);
  expect(able.length).toBeGreaterThan(10);
  expect(Object.keys(CROSSING).filter((name) => !named.has(name))).toEqual([]);
});
