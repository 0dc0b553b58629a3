import { afterAll, describe, expect, test } from 'bun:test';

import { z } from 'zod';

import { appRouter } from '../../server/router';
import { startServer } from '../support/app';
import { rpcClient } from '../support/client';
import { forgetPasswordProof, memberOf, refusalOf } from '../support/people';
import { seedKey, seedUser, seedWorkspace } from '../support/seed';
import { newEmail } from './invitations';

const server = await startServer();
afterAll(() => server.stop());

/** An owner who is an administrator of the installation and gave the password long ago, and whom rights can be given to. */
async function scene() {
  const workspaceId = await seedWorkspace();
  const user = await seedUser({ admin: true });
  const owner = await memberOf(server, workspaceId, 'owner');
  const invitation = await owner.rpc.invitations.create.mutate({ email: newEmail(), role: 'admin' });
  const developer = await memberOf(server, workspaceId, 'developer');
  const stale = await memberOf(server, workspaceId, 'owner');
  await forgetPasswordProof(stale);
  await forgetPasswordProof(user);
  return {
    rpc: stale.rpc,
    operator: rpcClient(server.url, { cookie: user.cookieFor(server.services.config.baseUrl) }),
    invitation,
    developer,
    key: await seedKey(workspaceId, { scopes: ['links:read'] }),
    powerful: await seedKey(workspaceId, { scopes: ['keys:read'] }),
  };
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Every procedure by which somebody can get more rights, used in a way that hands out those of an administrator. */
const RAISES: Record<string, (of: Scene) => Promise<unknown>> = {
  'invitations.create': ({ rpc }) => rpc.invitations.create.mutate({ email: newEmail(), role: 'owner' }),
  'invitations.renew': ({ rpc, invitation }) => rpc.invitations.renew.mutate({ invitation_id: invitation.id }),
  'members.update': ({ rpc, developer }) => rpc.members.update.mutate({ member_id: developer.memberId, role: 'admin' }),
  'workspaces.transfer': ({ rpc, developer }) => rpc.workspaces.transfer.mutate({ member_id: developer.memberId }),
  'keys.create': ({ rpc }) => rpc.keys.create.mutate({ kind: 'ak', name: 'A', full_access: true }),
  'keys.update': ({ rpc, key }) => rpc.keys.update.mutate({ key_id: key.id, scopes: ['audit:read'] }),
  'keys.rotate': ({ rpc, powerful }) => rpc.keys.rotate.mutate({ key_id: powerful.id }),
  'instance.users.reset_link': ({ operator, developer }) =>
    operator.instance.users.reset_link.mutate({ user_id: developer.id }),
  'instance.users.resume': ({ operator, developer }) =>
    operator.instance.users.resume.mutate({ user_id: developer.id }),
};

/** Procedures that look as these do and raise nobody’s rights: each with the reason. */
const HARMLESS: Record<string, string> = {
  'automation.publications.resume': 'continues work that was already allowed',
  'instance.workspaces.resume': 'gives a workspace back to its members, with their own roles',
  'whatsapp.group_participants.promote': 'a right within WhatsApp, which opens nothing here',
  'invitations.accept': 'takes what was given, from whoever gave the password for it',
  'whatsapp.group_invite_links.rotate': 'renews a link of WhatsApp, which opens nothing here',
  'workspaces.create': 'makes a workspace that nobody else has anything in',
};

/** Fields of an input that stand for rights. */
const RIGHTS = /^(role|roles|scopes|full_access|resources|instance_admin|admin|owner|grant|grants)$/;
/** Last words of procedures that hand something over. */
const HANDS_OVER = /(^|_)(transfer|renew|rotate|accept|reset_link|invite|resume|promote)$/;

function fieldsOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap((part) => fieldsOf(part))];
}

describe('a person who confirmed the password long ago', () => {
  test.each(Object.keys(RAISES))('hands out nothing by %s', async (name) => {
    const refusal = await refusalOf(RAISES[name]?.(await scene()) ?? Promise.resolve());
    expect(refusal).toMatchObject({ status: 403, code: 'step_up_required' });
  });

  test('invites developers and viewers, and lowers roles', async () => {
    const { rpc, developer } = await scene();
    expect(await rpc.invitations.create.mutate({ email: newEmail(), role: 'developer' })).toMatchObject({
      status: 'pending',
    });
    expect(await rpc.members.update.mutate({ member_id: developer.memberId, role: 'viewer' })).toMatchObject({
      role: 'viewer',
    });
  });
});

test('every procedure that can raise permissions is covered', () => {
  const procedures = Object.entries(appRouter._def.procedures) as unknown as [
    string,
    { _def: { type: string; inputs: z.ZodType[] } },
  ][];
  const suspects = procedures.filter(([path, { _def: definition }]) => {
    if (definition.type !== 'mutation') return false;
    const fields = definition.inputs.flatMap((input) =>
      fieldsOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })),
    );
    const last = path.split('.').at(-1) ?? '';
    return fields.some((field) => RIGHTS.test(field)) || HANDS_OVER.test(last);
  });
  const known = new Set([...Object.keys(RAISES), ...Object.keys(HARMLESS)]);
  expect(suspects.map(([path]) => path).filter((path) => !known.has(path))).toEqual([]);
});
