import { afterAll, describe, expect, test } from 'bun:test';

import { engine } from '../../server/db/engine';
import { INBOUND_OPERATIONS } from '../../server/http/document/inbound-operations';
import { compileOperations } from '../../server/http/rest/operation';
import { ALL_SCOPES, expandScopes, type Scope } from '../../shared/access/scopes';
import { knownAiIds } from '../ai/fixtures';
import { knownInboundIds } from '../automation/inbound-fixtures';
import { knownRuleIds } from '../automation/rules-fixtures';
import { knownLinkIds } from '../links/support';
import { startServer } from '../support/app';
import { startNameServer } from '../support/name-server';
import { seedKey } from '../support/seed';
import { startReceiver } from '../webhooks/dispatcher/support';
import { knownWebhookIds } from '../webhooks/fixtures';
import { knownMediaIds } from '../whatsapp/media-fixtures';
import { knownMessageIds } from '../whatsapp/messages-fixtures';
import { knownInstanceIds } from '../whatsapp/support';
import { dereference, type Document, type SchemaObject } from './document';
import { addFixtures, type Fixtures } from './fixtures';
import { fuzz, FUZZ_SEED, type Target } from './fuzz';
import { gates } from './gates';
import { isolation } from './isolation';
import { knownModels } from './model-calls';
import { findOperation, readOperations } from './operations';
import { scopeMatrix } from './scope-matrix';

/** No name leads anywhere: what is drawn asks nobody outside. */
const names = await startNameServer({});
/** A failure that comes once in a hundred runs is told with its cause. */
const failures: string[] = [];
const server = await startServer(
  // A few webhooks more than there are; each event goes to all of them.
  {
    webhookAllowPrivate: ['127.0.0.1/32'],
    webhookAllowHttp: true,
    webhooksPerWorkspace: 8,
    egressDns: [names.address],
  },
  { unlimited: true, onErrorLog: (line) => void failures.push(line) },
);
const receiver = startReceiver(() => new Response('ok'));
// Nobody waits for events here: a long poll answers at once with what there is, and a stream ends.
server.services.hub.close();
// What is drawn for an address is not to be fetched.
await server.services.whatsapp.media.stop();
afterAll(async () => {
  await server.stop();
  await receiver.stop();
  names.stop();
});

const baseUrl = `${server.url}/api/v1`;
const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Document;
const operations = readOperations(document);
/** A thousand repetitions take longer than one draw may. */
const inbound = findOperation(operations, 'whatsapp_sandbox_simulate_inbound').body?.schema as SchemaObject;
for (const alternative of dereference<SchemaObject>(document, inbound).anyOf as SchemaObject[]) {
  const { properties } = dereference<SchemaObject>(document, alternative);
  Object.assign(properties?.['repeat'] as SchemaObject, { maximum: 3 });
}
/** Bun itself ends a head of over 16 KB with a bare 431, before any of our code sees it. */
const MAX_URL = 8000;
const call = (request: Request) =>
  fetch(request.url.length > MAX_URL ? new Request(shortened(request.url), request) : request);

/** Most operations are met within few more draws; of those of one in a hundred, six hundred may still miss each. */
const [FIRST_DRAWS, MAX_DRAWS, MAX_ROUNDS] = [5, 50, 24];

/** Long runs of one character are cut, and then parameters dropped. */
function shortened(url: string): string {
  let short = url.replaceAll(/((?:%..){1,4}?|.)\1{499,}/g, '$1$1$1');
  while (short.length > MAX_URL && short.includes('&')) short = short.slice(0, short.lastIndexOf('&'));
  return short;
}

const a = await addFixtures(server, 'A');
const b = await addFixtures(server, 'B');

const idsOf = ({ ids, key }: Fixtures) => ({
  ...ids,
  actor_id: key.id,
  target_id: ids.key,
  object_id: ids.made,
  message_id: ids.msg,
});

/** What is drawn from: the ids that a workspace knows. */
const targetOf = (of: Fixtures): Target => ({
  document,
  call,
  key: of.key.secret,
  baseUrl,
  ids: {
    key_id: [of.ids.key],
    workspace_id: [of.ids.ws],
    member_id: [of.ids.mem],
    event_id: [of.ids.evt],
    request_id: [of.ids.req],
    audit_entry_id: [of.ids.aud],
    ...knownAiIds(of.ai),
    ...knownWebhookIds(of.webhooks),
    ...knownLinkIds(of.links),
    ...knownMediaIds(of.media),
    ...knownMessageIds(of.messages),
    ...knownInstanceIds(of.whatsapp),
    ...knownInboundIds(of.inbound),
    ...knownRuleIds(of.rules),
    ...of.publications.known,
    import_id: [of.ids.bat],
    url: [receiver.url],
    type: ['api_key.created'],
    ...knownModels,
  },
  seen: new Map(),
  explain: (requestId) => failures.filter((line) => line.includes(requestId)).join('\n'),
  allow: {
    // Ten tests and twenty resends a minute; ten imports wait.
    webhooks_test: [429],
    webhooks_deliveries_resend: [429],
    links_imports_create: [429],
    // What cannot be converted to chat completions is refused by its name.
    messages_create: [400],
    responses_create: [400],
  },
});
const target = targetOf(a);

describe('requests that the document allows are answered as it says, and junk never causes a 5xx', () => {
  for (const operation of operations) {
    for (const mode of ['valid', 'junk'] as const) {
      test(`${operation.operationId}, ${mode}`, async () => {
        expect(await fuzz(target, operation, mode)).toEqual([]);
      });
    }
  }

  test('every operation was answered with success', async () => {
    const isMet = (status: number): boolean => status < 300;
    // WhatsApp alone asks for a passkey; tests/whatsapp/web has a phone that does.
    const possible = operations.filter(({ operationId }) => !operationId.endsWith('_passkey'));
    const unmet = () => possible.filter(({ operationId }) => ![...(target.seen?.get(operationId) ?? [])].some(isMet));
    // Of some requests few are, and what they need other draws may have changed, such as a group that was left: so many
    // more, in each round in a workspace of their own.
    for (let round = 0; round < MAX_ROUNDS && unmet().length > 0; round += 1) {
      const fresh: Target = { ...targetOf(await addFixtures(server, `C${round}`)), seen: target.seen ?? new Map() };
      const runs = Math.min(MAX_DRAWS, FIRST_DRAWS * 2 ** round);
      const seed = FUZZ_SEED + 1 + round;
      for (const operation of unmet()) expect(await fuzz(fresh, operation, 'valid', { runs, seed })).toEqual([]);
    }
    expect(unmet().map(({ operationId }) => operationId)).toEqual([]);
  }, 240_000);
});

/** Most is refused before any query of the operation. (HEAD is asked for on both engines by answer-rules.test.ts.) */
const onOneEngine = test.skipIf(engine === 'postgres');

onOneEngine('no key is 401, no scope 403, another method 405; HEAD is GET without its body, OPTIONS 204', async () => {
  const bare = await seedKey(a.workspaceId, { scopes: [] });
  // An endpoint’s URL says nothing to whoever does not know it: not even which methods it takes.
  const known = operations.filter(({ path }) => !path.startsWith('/inbound/'));
  expect(await gates(target, known, bare.secret)).toEqual([]);
});

const RULE_IDS = ['instance_ids', 'chat_ids', 'link_ids', 'domain_ids', 'tag_ids', 'endpoint_ids', 'endpoint_id'];
const PUBLICATION_IDS = ['publication_id', 'instance_id', 'media_id', 'message_id', 'to', 'id', 'wa_id'];

// That each statement names its workspace is shown on PostgreSQL too, by statements.test.ts.
onOneEngine(
  'an id of another workspace gets the same bytes as an unknown id',
  async () => {
    // The last: a drawn range of time is most often too long for its 1,000 points; usage.test.ts asks with a short one.
    const exempt = [
      'models_get.id',
      'models_list.after_id',
      'models_list.before_id',
      // Ids that models give to their own tool calls.
      'chat_completions_create.tool_call_id',
      // Names that callers give to their users.
      'messages_create.user_id',
      'request_logs_list.operation_id',
      'keys_get_usage.key_id',
      // Ids that callers give to buttons and rows, and WhatsApp to people, are none of ours.
      'whatsapp_messages_send.id',
      'whatsapp_messages_send.wa_id',
      'whatsapp_batches_create.id',
      'whatsapp_batches_create.wa_id',
      // Meta’s ids of numbers and accounts.
      ...['create', 'update'].flatMap((verb) =>
        ['phone_number_id', 'waba_id'].map((name) => `whatsapp_instances_${verb}.${name}`),
      ),
      'whatsapp_sandbox_simulate_inbound.id',
      // They are looked at once there is a group besides.
      'whatsapp_sandbox_simulate_inbound.participants',
      'whatsapp_sandbox_simulate_inbound.wa_id',
      // It needs a link besides, which is no id.
      'whatsapp_groups_preview.instance_id',
      // Most drawn publications are refused before: publications-isolation.test.ts asks with some that are not.
      ...['create', 'preview', 'update'].flatMap((verb) =>
        PUBLICATION_IDS.map((name) => `automation_publications_${verb}.${name}`),
      ),
      // What is signed is described by words such as {id}; targets are tried in the tests of endpoints.
      ...['create', 'update', 'test'].flatMap((verb) =>
        ['signed', 'to', 'instance_id'].map((name) => `automation_inbound_endpoints_${verb}.${name}`),
      ),
      // Drawn conditions and templates are refused before: isolation-bodies.test.ts asks with some that are not.
      'automation_inbound_endpoints_test.request_id',
      ...['create', 'preview', 'update'].flatMap((verb) => RULE_IDS.map((name) => `automation_rules_${verb}.${name}`)),
      ...['rule_id', 'event_id'].map((name) => `automation_rules_test.${name}`),
      'automation_rules_preview.event_id',
      // WhatsApp alone asks for a passkey, and names it.
      'whatsapp_instances_get_passkey.instance_id',
      'whatsapp_instances_assert_passkey.id',
      // What a workspace calls its own links is no id of ours.
      ...operations.map(({ operationId }) => `${operationId}.external_id`),
    ];
    // What was drawn has changed A: it may have left its group.
    const other = await addFixtures(server, 'D');
    const volatile = [/\d{4}-\d\d-\d\dT[\d:.]+Z/g];
    const keys = { a: other.key.secret, b: b.key.secret };
    expect(
      await isolation(
        { document, call, baseUrl, keys, ids: idsOf(other), own: idsOf(b), exempt, volatile },
        operations,
      ),
    ).toEqual([]);
  },
  480_000,
);

onOneEngine(
  'each operation opens to its declared scope and to no other',
  async () => {
    const keyWith = async (scope: string) => (await seedKey(a.workspaceId, { scopes: [scope as Scope] })).secret;
    const expand = (scope: string) => [...expandScopes([scope as Scope])];
    expect(await scopeMatrix({ document, call, baseUrl, scopes: ALL_SCOPES, keyWith, expand }, operations)).toEqual([]);
  },
  240_000,
);

test('every route is in the document, and the reverse', () => {
  const routes = [...compileOperations(), ...INBOUND_OPERATIONS].map(({ method, path }) => `${method} ${path}`);
  expect(operations.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(routes.toSorted());
});
