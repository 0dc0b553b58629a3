import { afterAll, describe, expect, test } from 'bun:test';

import { compileOperations } from '../../server/http/rest/operation';
import { newId } from '../../shared/ids';
import { ALL_SCOPES, expandScopes, type Scope } from '../../shared/scopes';
import { startReceiver } from '../delivery/support';
import { startServer } from '../support/app';
import { furnish, type Furnished } from '../support/furnish';
import { knownLinkIds } from '../support/links';
import { seedKey } from '../support/seed';
import { knownWebhookIds } from '../support/webhooks';
import type { Document } from './document';
import { fuzz, type Target } from './fuzz';
import { gates } from './gates';
import { isolation } from './isolation';
import { readOperations } from './operations';
import { scopeMatrix } from './scope-matrix';

const server = await startServer(
  // A few webhooks more than there are; each event goes to all of them.
  { webhookAllowPrivate: ['127.0.0.1/32'], webhookAllowHttp: true, webhooksPerWorkspace: 8 },
  { unlimited: true },
);
const receiver = startReceiver(() => new Response('ok'));
// Nobody waits for events here: a long poll answers at once with what there is, and a stream ends.
server.services.hub.close();
afterAll(async () => {
  await server.stop();
  await receiver.stop();
});

const baseUrl = `${server.url}/api/v1`;
const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Document;
const operations = readOperations(document);
/** Bun itself ends a head of over 16 KB with a bare 431, before any of our code sees it. */
const LONGEST_URL = 8000;
const call = (request: Request) =>
  fetch(request.url.length > LONGEST_URL ? new Request(shortened(request.url), request) : request);

/** Long runs of one character are cut, and then parameters dropped. */
function shortened(url: string): string {
  let short = url.replaceAll(/((?:%..){1,4}?|.)\1{499,}/g, '$1$1$1');
  while (short.length > LONGEST_URL && short.includes('&')) short = short.slice(0, short.lastIndexOf('&'));
  return short;
}

const a = await furnish(server, 'A');
const b = await furnish(server, 'B');

/** Surfaces to come have ids of their own; until then no id of these kinds is anybody’s. */
const unborn = Object.fromEntries(['wai', 'iep', 'cht', 'pub'].map((kind) => [kind, newId(kind)]));
const idsOf = ({ ids, key }: Furnished) => ({
  ...ids,
  ...unborn,
  actor_id: key.id,
  target_id: ids.key,
  object_id: ids.made,
});

const target: Target = {
  document,
  call,
  key: a.key.secret,
  baseUrl,
  ids: {
    key_id: [a.ids.key],
    workspace_id: [a.ids.ws],
    member_id: [a.ids.mem],
    event_id: [a.ids.evt],
    request_id: [a.ids.req],
    audit_entry_id: [a.ids.aud],
    ...knownWebhookIds(a.webhooks),
    ...knownLinkIds(a.links),
    import_id: [a.ids.bat],
    url: [receiver.url],
    type: ['api_key.created'],
    'models_get.id': ['switchboard/echo'],
  },
  seen: new Map(),
  // Ten tests and twenty resends a minute.
  allow: { webhooks_test: [429], webhook_deliveries_resend: [429] },
};

describe('whatever the document allows is answered as it says, and junk is never our fault', () => {
  for (const operation of operations) {
    for (const mode of ['valid', 'junk'] as const) {
      test(`${operation.operationId}, ${mode}`, async () => {
        expect(await fuzz(target, operation, mode)).toEqual([]);
      }, 30_000);
    }
  }

  test('every operation was met in success', () => {
    const unmet = operations.filter(
      ({ operationId }) => ![...(target.seen?.get(operationId) ?? [])].some((status) => status < 300),
    );
    expect(unmet.map(({ operationId }) => operationId)).toEqual([]);
  });
});

test('no key is 401, no scope 403, another method 405; HEAD is GET without its body, OPTIONS 204', async () => {
  const bare = await seedKey(a.workspaceId, { scopes: [] });
  expect(await gates(target, operations, bare.secret)).toEqual([]);
}, 30_000);

test('another workspace’s id is answered byte for byte as one that never was', async () => {
  // The last: a drawn range of time is most often too long for its 1,000 points; usage.test.ts asks with a short one.
  const exempt = [
    'models_get.id',
    'request_logs_list.operation_id',
    'keys_usage.key_id',
    // What a workspace calls its own links is no id of ours.
    ...operations.map(({ operationId }) => `${operationId}.external_id`),
  ];
  const volatile = [/\d{4}-\d\d-\d\dT[\d:.]+Z/g];
  const keys = { a: a.key.secret, b: b.key.secret };
  expect(
    await isolation({ document, call, baseUrl, keys, ids: idsOf(a), own: idsOf(b), exempt, volatile }, operations),
  ).toEqual([]);
}, 60_000);

test('each operation opens to its declared scope and to no other', async () => {
  const keyWith = async (scope: string) => (await seedKey(a.workspaceId, { scopes: [scope as Scope] })).secret;
  const expand = (scope: string) => [...expandScopes([scope as Scope])];
  expect(await scopeMatrix({ document, call, baseUrl, scopes: ALL_SCOPES, keyWith, expand }, operations)).toEqual([]);
}, 60_000);

test('every route is in the document, and the reverse', () => {
  const routes = compileOperations().map(({ method, path }) => `${method} ${path}`);
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(routes.toSorted());
});
