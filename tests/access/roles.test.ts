import { afterAll, describe, expect, test } from 'bun:test';

import { initTRPC } from '@trpc/server';

import { admit } from '../../server/access/guard/admit';
import type { CallContext } from '../../server/call-context';
import { definitionOf } from '../../server/http/rest/operation';
import { appRouter } from '../../server/router';
import { ROLES, type Role } from '../../shared/access/scopes';
import { startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { memberOf, signedIn } from '../support/people';
import { seedKey, seedUser, seedWorkspace } from '../support/seed';
import { AUTOMATION_ROLES } from './automation-roles';
import { WHATSAPP_ROLES } from './whatsapp-roles';

const server = await startServer({}, { unlimited: true });
afterAll(() => server.stop());

/** Who may call a procedure. */
const WHO = {
  anybody: [],
  person: ['owner', 'admin', 'developer', 'viewer', 'outsider', 'instance admin'],
  'instance admin': ['instance admin'],
  'key alone': ['key'],
  member: ['owner', 'admin', 'developer', 'viewer'],
  admins: ['owner', 'admin'],
  owner: ['owner'],
  'member or key': ['owner', 'admin', 'developer', 'viewer', 'key'],
  'developer or key': ['owner', 'admin', 'developer', 'key'],
  'admin or key': ['owner', 'admin', 'key'],
} as const satisfies Record<string, readonly string[]>;
type Who = keyof typeof WHO;

/** One line a procedure; a new one fails the test until it has its own. */
const TABLE: Record<string, Who> = {
  'account.get': 'person',
  'account.update': 'person',
  'account.password.change': 'person',
  'account.sessions.list': 'person',
  'account.sessions.revoke': 'person',
  'account.sessions.revoke_others': 'person',
  'ai.budgets.list': 'member or key',
  'ai.budgets.get': 'member or key',
  'ai.budgets.set': 'admin or key',
  'ai.budgets.delete': 'admin or key',
  'ai.budgets.reset': 'admin or key',
  'ai.requests.list': 'member or key',
  'ai.requests.get': 'member or key',
  'ai.requests.void': 'admin or key',
  'ai.usage.get': 'member or key',
  'audit_entries.list': 'admin or key',
  'audit_entries.get': 'admin or key',
  'auth.status': 'anybody',
  'auth.setup': 'anybody',
  'auth.sign_in': 'anybody',
  'auth.sign_out': 'anybody',
  'auth.step_up': 'person',
  'auth.password.reset': 'anybody',
  'events.types.list': 'member or key',
  'events.types.get': 'member or key',
  'events.list': 'member or key',
  'events.get': 'member or key',
  // Its input names the workspace, as no header can: the service judges the membership.
  'events.subscribe': 'person',
  'instance.get_health': 'instance admin',
  'instance.links.block': 'instance admin',
  'instance.links.unblock': 'instance admin',
  'instance.links.hosts.list': 'instance admin',
  'instance.links.list_blocked': 'instance admin',
  'instance.links.hosts.add': 'instance admin',
  'instance.links.hosts.remove': 'instance admin',
  'instance.links.domains.disable': 'instance admin',
  'instance.links.domains.enable': 'instance admin',
  'instance.branding.get': 'instance admin',
  'instance.branding.update': 'instance admin',
  'instance.users.list': 'instance admin',
  'instance.users.suspend': 'instance admin',
  'instance.users.resume': 'instance admin',
  'instance.users.reset_link': 'instance admin',
  'instance.workspaces.list': 'instance admin',
  'instance.workspaces.suspend': 'instance admin',
  'instance.workspaces.resume': 'instance admin',
  'invitations.create': 'admins',
  'invitations.list': 'member',
  'invitations.renew': 'admins',
  'invitations.revoke': 'admins',
  'invitations.preview': 'anybody',
  'invitations.accept': 'anybody',
  'keys.list': 'developer or key',
  // What a developer may do with which key is for the service to judge.
  'keys.create': 'developer or key',
  'keys.get': 'developer or key',
  'keys.update': 'developer or key',
  'keys.rotate': 'developer or key',
  'keys.revoke': 'developer or key',
  'keys.get_usage': 'member or key',
  'leaked_keys.report': 'anybody',
  'links.list': 'member or key',
  'links.count': 'member or key',
  'links.lookup': 'member or key',
  'links.get': 'member or key',
  'links.imports.list': 'member or key',
  'links.imports.get': 'member or key',
  'links.imports.cancel': 'developer or key',
  'links.settings.get': 'member or key',
  'links.tags.list': 'member or key',
  'links.tags.get': 'member or key',
  'links.domains.list': 'member or key',
  'links.domains.get': 'member or key',
  'links.analytics.query': 'member or key',
  'links.get_analytics': 'member or key',
  'links.list_daily_clicks': 'member or key',
  'links.clicks.list': 'member or key',
  'links.list_clicks': 'member or key',
  'links.create': 'developer or key',
  'links.check_slug_availability': 'developer or key',
  'links.upsert': 'developer or key',
  'links.update': 'developer or key',
  'links.delete': 'developer or key',
  'links.bulk.create': 'developer or key',
  'links.bulk.update': 'developer or key',
  'links.bulk.remove': 'developer or key',
  'links.settings.update': 'developer or key',
  'links.tags.create': 'developer or key',
  'links.tags.update': 'developer or key',
  'links.tags.delete': 'developer or key',
  'links.domains.create': 'developer or key',
  'links.domains.update': 'developer or key',
  'links.domains.delete': 'developer or key',
  'links.domains.verify': 'developer or key',
  'me.get': 'key alone',
  'members.list': 'member or key',
  'members.get': 'member or key',
  'members.update': 'admins',
  'members.remove': 'admins',
  'members.leave': 'member',
  'models.list': 'member or key',
  'models.get': 'member or key',
  'models.get_health': 'member',
  'models.providers.list': 'instance admin',
  'models.providers.create': 'instance admin',
  'models.providers.update': 'instance admin',
  'models.providers.delete': 'instance admin',
  'models.providers.check': 'instance admin',
  'models.providers.refresh': 'instance admin',
  'models.settings.get': 'member',
  'models.settings.update': 'admins',
  'request_logs.list': 'member or key',
  'request_logs.get': 'member or key',
  'usage.get': 'member or key',
  'usage.get_quotas': 'member or key',
  'webhooks.list': 'member or key',
  'webhooks.get': 'member or key',
  'webhooks.get_health': 'member or key',
  'webhooks.get_stats': 'member or key',
  'webhooks.create': 'developer or key',
  'webhooks.update': 'developer or key',
  'webhooks.delete': 'developer or key',
  'webhooks.pause': 'developer or key',
  'webhooks.disable': 'developer or key',
  'webhooks.enable': 'developer or key',
  'webhooks.rotate_secret': 'developer or key',
  'webhooks.test': 'developer or key',
  'webhooks.deliveries.list': 'member or key',
  'webhooks.deliveries.get': 'member or key',
  'webhooks.deliveries.list_attempts': 'member or key',
  'webhooks.deliveries.retry': 'developer or key',
  'webhooks.deliveries.retry_many': 'developer or key',
  'webhooks.deliveries.resend': 'developer or key',
  'webhooks.deliveries.cancel': 'developer or key',
  'webhooks.replays.list': 'member or key',
  'webhooks.replays.get': 'member or key',
  'webhooks.replays.create': 'developer or key',
  'webhooks.replays.cancel': 'developer or key',
  ...AUTOMATION_ROLES,
  ...WHATSAPP_ROLES,
  'workspaces.list': 'person',
  'workspaces.create': 'person',
  'workspaces.get': 'member or key',
  'workspaces.update': 'admin or key',
  'workspaces.get_overview': 'member',
  'workspaces.transfer': 'owner',
  'workspaces.delete': 'owner',
};

const procedures = Object.entries(appRouter._def.procedures).map(([name, procedure]) => ({
  name,
  type: definitionOf(procedure).type,
}));

test('every procedure has a line in the table, and every line a procedure', () => {
  expect(Object.keys(TABLE).toSorted()).toEqual(procedures.map(({ name }) => name).toSorted());
});

const CALLERS = [...ROLES, 'outsider', 'instance admin', 'key', 'nobody'] as const;
type Caller = (typeof CALLERS)[number];

const workspaceId = await seedWorkspace('Acme');

/** What a caller sends besides the call. */
async function headersOf(caller: Caller): Promise<Record<string, string>> {
  const { baseUrl } = server.services.config;
  if (caller === 'key')
    return { authorization: `Bearer ${(await seedKey(workspaceId, { fullAccess: true })).secret}`, origin: baseUrl };
  if (caller === 'nobody') return {};
  if (caller === 'outsider') return { cookie: (await signedIn(server)).cookie };
  if (caller === 'instance admin') return { cookie: (await seedUser({ admin: true })).cookieFor(baseUrl) };
  return { cookie: (await memberOf(server, workspaceId, caller satisfies Role)).cookie };
}

/** Whom the guard lets pass meets the input, which no procedure takes: nothing is ever done. */
const PASSED = 'unknown_parameter';
/** A key of no kind is refused for that alone. */
const PROBE = { no_such_field: 1, kind: 'lk' };

function expected(who: Who, caller: Caller): string {
  if (who === 'anybody' || (WHO[who] as readonly string[]).includes(caller)) return PASSED;
  if (caller === 'nobody') return who === 'key alone' ? 'missing_api_key' : 'session_required';
  const isOfWorkspace = !['person', 'instance admin', 'key alone'].includes(who);
  // Who is no member does not learn that there is such a workspace; administering the installation opens none.
  if (isOfWorkspace && (caller === 'outsider' || caller === 'instance admin')) return 'not_found';
  return 'insufficient_role';
}

describe.each([...CALLERS])('as %s', (caller) => {
  test('every procedure answers as the table says', async () => {
    const { authorization, ...rest } = await headersOf(caller);
    const browser = openBrowser(server.url, {
      'x-workspace-id': workspaceId,
      ...rest,
      ...(authorization === undefined ? {} : { authorization }),
    });
    const said: Record<string, string> = {};
    for (const { name, type } of procedures) {
      const { problem, text } = await browser[type === 'mutation' ? 'mutate' : 'query'](name, PROBE);
      const isProbe = problem?.code === 'validation_failed' && text.includes('/no_such_field');
      said[name] = isProbe ? PASSED : (problem?.code ?? text);
    }
    expect(said).toEqual(
      Object.fromEntries(procedures.map(({ name }) => [name, expected(TABLE[name] ?? 'anybody', caller)])),
    );
  });
});

test('a member who names no workspace gets an error that says so', async () => {
  const { cookie } = await memberOf(server, workspaceId, 'owner');
  const { status, problem } = await openBrowser(server.url, { cookie }).query('keys.list', {});
  expect(status).toBe(400);
  expect(problem).toMatchObject({ code: 'validation_failed', errors: [{ in: 'header', pointer: '/X-Workspace-Id' }] });
});

describe('a procedure without an access rule', () => {
  const undeclared = (of: { _def: { procedures: object } }) =>
    Object.entries(of._def.procedures).flatMap(([name, one]) => (definitionOf(one).meta?.access ? [] : [name]));

  test('does not exist', () => {
    expect(undeclared(appRouter)).toEqual([]);
    const t = initTRPC.create();
    expect(undeclared(t.router({ stray: t.procedure.query(() => 1) }))).toEqual(['stray']);
  });

  test('is closed to everyone', () => {
    const ctx = { actor: { type: 'anonymous' }, reply: {} } as CallContext;
    for (const meta of [undefined, {}]) expect(() => admit(ctx, meta, 'query')).toThrow('must say who may call it');
  });
});
