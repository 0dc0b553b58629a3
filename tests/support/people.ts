import { TRPCClientError } from '@trpc/client';
import { asc, eq } from 'drizzle-orm';

import { sessions } from '../../server/access/schema/accounts';
import { auditEntries } from '../../server/access/schema/audit';
import { queries } from '../../server/db/database';
import { events } from '../../server/events/schema';
import type { Role } from '../../shared/access/scopes';
import { database, type startServer } from './app';
import { rpcClient } from './client';
import { seedMember, seedUser } from './seed';

const db = queries(database);

type Server = Awaited<ReturnType<typeof startServer>>;
export type Person = Awaited<ReturnType<typeof signedIn>>;

/** Somebody with a session; `rpc` calls as the console does, in the workspace if one is named. */
export async function signedIn(server: Server, workspaceId?: string, headers: Record<string, string> = {}) {
  const user = await seedUser();
  const cookie = user.cookieFor(server.services.config.baseUrl);
  const rpcIn = (id: string) => rpcClient(server.url, { cookie, workspaceId: id, headers });
  const rpc = workspaceId === undefined ? rpcClient(server.url, { cookie, headers }) : rpcIn(workspaceId);
  return { ...user, cookie, rpc, rpcIn };
}

/** Somebody with a session who is a member of the workspace. */
export async function memberOf(server: Server, workspaceId: string, role: Role) {
  const person = await signedIn(server, workspaceId);
  return { ...person, memberId: await seedMember(workspaceId, person.id, role) };
}

/** The problem that a call of the typed client was refused with; fails when it was not. */
export async function refusalOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  try {
    await call;
  } catch (error) {
    if (error instanceof TRPCClientError) {
      const { problem } = (error as TRPCClientError<never>).data as unknown as { problem: Record<string, unknown> };
      return problem;
    }
    throw error;
  }
  throw new Error('The call was not refused.');
}

/** Makes it long ago that the person gave the password. Call it before the person’s first request. */
export async function forgetPasswordProof({ sessionId }: { sessionId: string }): Promise<void> {
  await db
    .update(sessions)
    .set({ passwordVerifiedAt: new Date(Date.now() - 11 * 60_000) })
    .where(eq(sessions.id, sessionId));
}

/** What the workspace’s events tell, in order. */
export async function eventsOf(workspaceId: string): Promise<{ type: string; data: Record<string, unknown> }[]> {
  const rows = await db
    .select({ body: events.body })
    .from(events)
    .where(eq(events.workspaceId, workspaceId))
    .orderBy(asc(events.sequence));
  return rows.map((row) => JSON.parse(row.body) as { type: string; data: Record<string, unknown> });
}

export const eventTypesOf = async (workspaceId: string): Promise<string[]> =>
  (await eventsOf(workspaceId)).map((event) => event.type);

export async function auditOf(workspaceId: string) {
  return db.select().from(auditEntries).where(eq(auditEntries.workspaceId, workspaceId)).orderBy(asc(auditEntries.id));
}

export const auditActionsOf = async (workspaceId: string): Promise<string[]> =>
  (await auditOf(workspaceId)).map((entry) => entry.action);
