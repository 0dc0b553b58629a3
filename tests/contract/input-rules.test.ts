import { afterAll, describe, expect, test } from 'bun:test';

import * as fc from 'fast-check';
import { z } from 'zod';

import { definitionOf } from '../../server/http/rest/operation';
import { appRouter } from '../../server/router';
import type { FieldIssue } from '../../shared/errors';
import { INBOX_URL } from '../../shared/webhooks/webhooks';
import { addInboundFixtures } from '../automation/inbound-fixtures';
import { addPublicationsFixtures } from '../automation/publications-fixtures';
import { addRulesFixtures } from '../automation/rules-fixtures';
import { addLinksFixtures, knownLinkIds } from '../links/support';
import { startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { restClient, type Answer } from '../support/client';
import { seedKey, seedMember, seedUser, seedWorkspace } from '../support/seed';
import { seedWebhook } from '../webhooks/dispatcher/support';
import { seedInstance } from '../whatsapp/media-fixtures';
import { addMessagesFixtures } from '../whatsapp/messages-fixtures';
import { addInstanceFixtures } from '../whatsapp/support';
import { flatten, type Document, type Schema } from './document';
import { validDrafts } from './drafts';
import { knownIds } from './fuzz';
import { MODEL_CALLS } from './model-calls';
import { isJson, readOperations, type Operation } from './operations';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

const baseUrl = `${server.url}/api/v1`;
const workspaceId = await seedWorkspace();
const { id: keyId, secret } = await seedKey(workspaceId, { fullAccess: true });
const { id: webhookId } = await seedWebhook(server.services, workspaceId, INBOX_URL, { events: [] });
const call = restClient(server.url, secret);
const links = await addLinksFixtures(call);
const instanceId = await seedInstance(workspaceId);
const messages = await addMessagesFixtures(workspaceId, instanceId);
const whatsapp = await addInstanceFixtures(call, instanceId);
const publications = await addPublicationsFixtures(call, instanceId);
const inbound = await addInboundFixtures(call);
const rules = await addRulesFixtures(call);
/** What the paths of operations name. */
const OWN: Record<string, string[]> = {
  key_id: [keyId],
  workspace_id: [workspaceId],
  webhook_id: [webhookId],
  instance_id: [instanceId],
  chat_id: [messages.chat],
  contact_id: [messages.contact],
  message_id: [messages.message],
  group_id: [whatsapp.group],
  template_id: [whatsapp.template],
  label_id: [whatsapp.label],
  call_id: [whatsapp.call],
  batch_id: [whatsapp.batch],
  publication_id: [publications.publication],
  delivery_id: [publications.delivery],
  endpoint_id: [inbound.endpoint],
  request_id: [inbound.request],
  rule_id: [rules.rule],
  ...knownLinkIds(links),
};
const RULE = { name: 'Waits', trigger: { type: 'manual' }, actions: [{ type: 'delay', seconds: 60 }] };
const PUBLICATION = { content: { text: 'Hello' }, targets: [{ channel: 'whatsapp', to: ['+15550100000'] }] };
/** What a schema cannot say is not drawn: that a block is the driver’s, that there is one address, what a template is. */
const SENT: Record<string, object> = {
  whatsapp_instances_create: { name: 'Support' },
  whatsapp_contacts_resolve: { phone: '+15550100000' },
  automation_publications_create: PUBLICATION,
  automation_publications_preview: PUBLICATION,
  automation_publications_update: { title: 'Release' },
  automation_inbound_endpoints_create: { name: 'Releases' },
  automation_inbound_endpoints_update: { name: 'Releases' },
  automation_inbound_endpoints_test: {},
  automation_rules_create: RULE,
  automation_rules_preview: RULE,
  automation_rules_update: { name: 'Waits' },
  automation_rules_test: {},
  whatsapp_sandbox_simulate_inbound: { from: '+15550100000', event: { type: 'call' } },
};
const document = (await (await fetch(`${baseUrl}/openapi.json`)).json()) as Document;

/** `in pointer code` of each issue. */
const issuesOf = ({ body }: Answer): string[] =>
  ((body.errors ?? []) as FieldIssue[]).map((issue) => `${issue.in} ${issue.pointer} ${issue.code}`);
const keyBody = { kind: 'lk', name: 'Key', scopes: ['links:read'] };

/** What a caller would like to set and may not; a body that declares one of them may hold that one. */
const FORBIDDEN = {
  workspace_id: workspaceId,
  id: 'key_01jd9x3k2mf8v9q4zt7w5b6n0c',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  created_by: { type: 'system', id: 'x', name: 'x' },
  version: 7,
  scopes: ['keys:write'],
  role: 'owner',
  instance_admin: true,
  status: 'active',
  secret: 'x',
  password_hash: 'x',
};

describe('nothing but what a body declares can be set', () => {
  const declaredBy = (schema: Schema, within = document): string[] => {
    const flat = flatten(within, schema);
    const branches = [...(flat.oneOf ?? []), ...(flat.anyOf ?? [])].flatMap((branch) => declaredBy(branch, within));
    return [...Object.keys(flat.properties ?? {}), ...branches];
  };
  // What senders outside give an inbound endpoint has any form, and providers of models have parameters of their own.
  const isOpen = ({ path, operationId }: Operation): boolean =>
    path.startsWith('/inbound/') || MODEL_CALLS.includes(operationId);
  const writing = readOperations(document).filter((one) => one.body && isJson(one.body.type) && !isOpen(one));

  test.each(writing.map((operation) => [operation.operationId, operation] as const))('%s', async (_, operation) => {
    const override = knownIds({ document, ids: OWN, key: secret, call: fetch }, operation);
    const [draft] = fc.sample(validDrafts({ document, operation, override }), { numRuns: 1, seed: 2 });
    const drawn = JSON.parse(typeof draft?.body?.content === 'string' ? draft.body.content : '{}') as object;
    const sent = SENT[operation.operationId] ?? drawn;
    const path = operation.path.replaceAll(/\{(\w+)\}/g, (whole, name: string) => OWN[name]?.[0] ?? whole);
    const declared = declaredBy(operation.body?.schema ?? {});
    const foreign = Object.entries(FORBIDDEN).filter(
      ([name]) => !declared.includes(name) && !path.includes(`{${name}}`),
    );
    expect(foreign.length).toBeGreaterThan(8);

    for (const [name, value] of foreign) {
      const answer = await call(operation.method, path, { ...sent, [name]: value });
      expect([name, answer.status, answer.body.code, issuesOf(answer)]).toEqual([
        name,
        400,
        'unknown_parameter',
        [`body /${name} unknown_parameter`],
      ]);
    }
  });

  test('by the console’s procedures either', async () => {
    const admin = await seedUser({ admin: true });
    await seedMember(workspaceId, admin.id, 'owner');
    const headers = { cookie: admin.cookieFor(server.services.config.baseUrl), 'x-workspace-id': workspaceId };
    const browser = openBrowser(server.url, headers);
    const taken: string[] = [];
    for (const [name, procedure] of Object.entries(appRouter._def.procedures)) {
      const { type, inputs } = definitionOf(procedure);
      if (type !== 'mutation') continue;
      const schema = inputs[0] ? z.toJSONSchema(inputs[0], { io: 'input', unrepresentable: 'any' }) : {};
      const declared = declaredBy(schema, schema as unknown as Document);
      for (const [field, value] of Object.entries(FORBIDDEN)) {
        if (declared.includes(field)) continue;
        const { problem } = await browser.mutate(name, { kind: 'lk', [field]: value });
        const issues = ((problem?.errors ?? []) as FieldIssue[]).map((issue) => `${issue.pointer} ${issue.code}`);
        if (!issues.includes(`/${field} unknown_parameter`)) taken.push(`${name} ${field}: ${JSON.stringify(problem)}`);
      }
    }
    expect(taken).toEqual([]);
  });
});

describe('a field that is not known', () => {
  test('is reported with a suggested name, at every depth', async () => {
    const { body } = await call('POST', '/keys', {
      ...keyBody,
      nmae: 1,
      rate_limit: { requests: 1, window_second: 1 },
    });
    expect(body.errors).toMatchObject([
      { pointer: '/rate_limit/window_seconds', code: 'required' },
      { pointer: '/rate_limit/window_second', message: 'Unknown field. Did you mean window_seconds?' },
      { pointer: '/nmae', message: 'Unknown field. Did you mean name?' },
    ]);
    // Content is a part with a name of its own in the document.
    const published = await call('POST', '/publications', { ...PUBLICATION, content: { txet: 'Hello' } });
    expect(published.body.errors).toMatchObject([
      { pointer: '/content/txet', message: 'Unknown field. Did you mean text?' },
    ]);
    const query = await call('GET', '/keys?limti=1&colour=red');
    expect(query.body).toMatchObject({
      code: 'unknown_parameter',
      errors: [
        { in: 'query', pointer: '/limti', message: 'Unknown field. Did you mean limit?' },
        { in: 'query', pointer: '/colour', message: 'Unknown field.' },
      ],
    });
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('may be called %s', async (name) => {
    const field = (json: string) => call('POST', '/keys', `{"kind":"lk","name":"Key","scopes":["links:read"],${json}}`);
    expect(issuesOf(await field(`"${name}":{"role":"owner"}`))).toEqual([`body /${name} unknown_parameter`]);
    expect(issuesOf(await field(`"rate_limit":{"requests":1,"window_seconds":1,"${name}":{}}`))).toEqual([
      `body /rate_limit/${name} unknown_parameter`,
    ]);
    expect(issuesOf(await call('GET', `/keys?${name}=x`))).toEqual([`query /${name} unknown_parameter`]);
    expect(({} as { role?: string }).role).toBeUndefined();
  });

  test('is also a path parameter in the body or the query, and any query of an operation with a body', async () => {
    expect(issuesOf(await call('PATCH', `/keys/${keyId}`, { key_id: keyId, name: 'x' }))).toEqual([
      'body /key_id unknown_parameter',
    ]);
    expect(issuesOf(await call('GET', `/keys/${keyId}?key_id=${keyId}`))).toEqual(['query /key_id unknown_parameter']);
    expect(issuesOf(await call('PATCH', `/keys/${keyId}?name=x`, { name: 'x' }))).toEqual([
      'query /name unknown_parameter',
    ]);
  });
});

test('an operation that takes nothing takes no body, or an empty object', async () => {
  const path = `/keys/${(await call('POST', '/keys', keyBody)).body.id}/revoke`;
  expect(issuesOf(await call('POST', path, { reason: 'x' }))).toEqual(['body /reason unknown_parameter']);
  expect((await call('POST', path, {})).status).toBe(200);
  expect((await call('POST', path)).status).toBe(200);
});

describe('every issue is reported at once', () => {
  test('of body and query together', async () => {
    const answer = await call('POST', '/keys?x=1', {
      kind: 'lk',
      name: '',
      scopes: [],
      allowed_cidrs: ['10.0.0.1'],
      expires_at: 'soon',
      y: 1,
    });
    expect(answer.body.code).toBe('validation_failed');
    expect(issuesOf(answer).toSorted()).toEqual(
      [
        'query /x unknown_parameter',
        'body /name too_short',
        'body /scopes too_few',
        `body /allowed_cidrs/0 ${issuesOf(answer)
          .find((issue) => issue.includes('cidrs'))
          ?.split(' ')
          .at(-1)}`,
        'body /expires_at invalid_datetime',
        'body /y unknown_parameter',
      ].toSorted(),
    );
    expect(answer.body.detail).toBe('6 fields are invalid.');
  });

  test('missing fields, wrong types and values outside of the choices, over REST and typed RPC', async () => {
    const sent = { kind: 'lk', name: 5, scopes: ['nothing:read'] };
    const issues = [
      { pointer: '/name', code: 'invalid_type', message: 'Must be a string.' },
      {
        pointer: '/scopes/0',
        code: 'invalid_value',
        message: expect.stringContaining('Must be one of: models:read, '),
      },
    ];
    expect((await call('POST', '/keys', sent)).body.errors).toMatchObject(issues);
    const rpc = openBrowser(server.url, { authorization: `Bearer ${secret}`, origin: server.services.config.baseUrl });
    expect((await rpc.mutate('keys.create', sent)).problem.errors).toMatchObject(issues);

    const missing = [
      { pointer: '/name', code: 'required', message: 'Is required.' },
      { pointer: '/scopes', code: 'required', message: 'Is required.' },
    ];
    expect((await call('POST', '/keys', { kind: 'lk' })).body.errors).toMatchObject(missing);
    expect((await rpc.mutate('keys.create', { kind: 'lk' })).problem.errors).toMatchObject(missing);
    for (const kind of [{}, { kind: 'xx' }]) {
      expect((await call('POST', '/keys', kind)).body.errors).toMatchObject([
        { pointer: '/kind', code: 'invalid_value', message: 'Must be one of: ak, wa, lk, au, pk.' },
      ]);
    }
  });

  test('but no more than fifty', async () => {
    const many = Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`field_${index}`, 1]));
    expect((await call('POST', '/keys', { ...keyBody, ...many })).body.errors).toHaveLength(50);
  });
});

test('values of bodies are never coerced', async () => {
  const { body } = await call('PATCH', `/keys/${keyId}`, {
    browser_use: 'true',
    rate_limit: { requests: '5', window_seconds: 1 },
  });
  expect(body.errors).toMatchObject([
    { pointer: '/rate_limit/requests', code: 'invalid_type', message: 'Must be a number.' },
    { pointer: '/browser_use', code: 'invalid_type', message: 'Must be a boolean.' },
  ]);
});
