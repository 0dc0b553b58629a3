import type { ListSessions, Session, SessionId, SessionsRevoked } from '../../../shared/access/accounts';
import type { Page } from '../../../shared/page';
import { ApiError } from '../../errors';
import { openPage } from '../../paging';
import { auditInstance } from '../audit/write';
import type { AccessRequest, AccessSession } from '../context';
import { invalidateRights } from '../guard/invalidate-rights';
import { deleteSession, deleteSessionsOf, listSessions } from '../system/accounts';
import { presentSession } from './present';
import { clearSessionCookie, requireBrowser } from './sessions';

export async function signOut(ctx: AccessRequest): Promise<void> {
  requireBrowser(ctx);
  const { actor } = ctx;
  if (actor.type === 'user') {
    await ctx.store.transaction(async (tx) => {
      await deleteSession(tx, actor.userId, actor.sessionId);
      await auditInstance(ctx, tx, { action: 'auth.signed_out' });
      await invalidateRights(ctx, tx, [{ kind: 'session', ref: actor.sessionId }]);
    });
  }
  clearSessionCookie(ctx);
}

export async function listOwnSessions(ctx: AccessSession, { limit, cursor }: ListSessions): Promise<Page<Session>> {
  const { userId, sessionId } = ctx.actor;
  const page = openPage(userId, 'desc', { limit, cursor });
  const rows = await listSessions(ctx.store, userId, { now: ctx.now(), before: page.after, limit: page.maxRows });
  return page.answer(rows, 'id', (sessions) => sessions.map((session) => presentSession(session, sessionId)));
}

/** Throws 404 for a session of another person, or one that has ended. */
export async function revokeSession(ctx: AccessSession, { session_id: id }: SessionId): Promise<void> {
  const { userId, sessionId } = ctx.actor;
  await ctx.store.transaction(async (tx) => {
    if (!(await deleteSession(tx, userId, id))) throw new ApiError('not_found');
    await auditInstance(ctx, tx, { action: 'auth.session_revoked', target: { type: 'session', id, label: '' } });
    await invalidateRights(ctx, tx, [{ kind: 'session', ref: id }]);
  });
  if (id === sessionId) clearSessionCookie(ctx);
}

export async function revokeOtherSessions(ctx: AccessSession): Promise<SessionsRevoked> {
  const { userId, sessionId } = ctx.actor;
  return ctx.store.transaction(async (tx) => {
    const ended = await deleteSessionsOf(tx, userId, sessionId);
    if (ended.length > 0)
      await auditInstance(ctx, tx, { action: 'auth.session_revoked', changes: { sessions_ended: ended.length } });
    await invalidateRights(
      ctx,
      tx,
      ended.map((ref) => ({ kind: 'session' as const, ref })),
    );
    return { revoked: ended.length };
  });
}
