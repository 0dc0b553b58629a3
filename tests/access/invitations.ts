import { eq } from 'drizzle-orm';

import { invitations } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import type { Role } from '../../shared/access/scopes';
import { newId } from '../../shared/ids';
import { database, type startServer } from '../support/app';
import { rpcClient } from '../support/client';
import { memberOf } from '../support/people';
import { seedWorkspace } from '../support/seed';

const PASSWORD = 'plum rocket wears socks';

let addresses = 0;
/** An address that no call has come from; the server must believe a proxy on loopback. */
export const newAddress = () => `198.18.${(addresses += 1) >> 8}.${addresses & 255}`;

export const newEmail = () => `${newId('usr')}@example.com`;
export const tokenOf = ({ link }: { link: string | null }) => link?.slice(link.indexOf('#') + 1) ?? '';

/** Ends an invitation’s term, as if the time had passed. */
export const expireInvitation = (id: string) =>
  queries(database)
    .update(invitations)
    .set({ expiresAt: new Date(Date.now() - 1000) })
    .where(eq(invitations.id, id));

export function invitationsAt(server: Awaited<ReturnType<typeof startServer>>) {
  return {
    anonymous: (ip = newAddress()) => rpcClient(server.url, { headers: { 'x-forwarded-for': ip } }),

    /** An invitation to the workspace Acme, made by its owner. */
    invite: async (role: Role = 'developer', email = newEmail()) => {
      const workspaceId = await seedWorkspace('Acme');
      const owner = await memberOf(server, workspaceId, 'owner');
      const invitation = await owner.rpc.invitations.create.mutate({ email, role });
      return { workspaceId, owner, invitation, email, token: tokenOf(invitation) };
    },

    /** What a browser without a session sends to register; `headers` stand in place of its own. */
    register: (token: string, change: Record<string, unknown> = {}, headers?: Record<string, string>) =>
      fetch(`${server.url}/trpc/invitations.accept`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-forwarded-for': newAddress(),
          ...(headers ?? { origin: server.url }),
        },
        body: JSON.stringify({ token, name: 'Grace', password: PASSWORD, ...change }),
      }),
  };
}
