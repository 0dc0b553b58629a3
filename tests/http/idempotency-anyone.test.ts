import { afterAll, describe, expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { sessions } from '../../server/access/schema/accounts';
import { members } from '../../server/access/schema/workspaces';
import { queries } from '../../server/db/database';
import { users } from '../../server/db/users';
import { userIdempotencyRecords } from '../../server/idempotency/schema';
import { invitationsAt, newAddress } from '../access/invitations';
import { behindProxy, NEXT_PASSWORD, PASSWORD, seedSignedIn } from '../support/accounts';
import { database, freshDatabase, startServer } from '../support/app';
import { openBrowser } from '../support/browser';
import { auditActionsOf, signedIn } from '../support/people';

const server = await startServer(behindProxy);
afterAll(() => server.stop());
const db = queries(database);
const { invite } = invitationsAt(server);

/** Calls a procedure as a page without a session does, each time from a browser of its own. */
const callAt =
  (url: string, cookie?: string) =>
  (path: string, input: object, key: string = crypto.randomUUID()) =>
    openBrowser(url, { 'x-forwarded-for': newAddress(), ...(cookie === undefined ? {} : { cookie }) }).mutate(
      path,
      input,
      { headers: { 'idempotency-key': key } },
    );
const call = callAt(server.url);

const isReplay = ({ headers }: { headers: Headers }) => headers.get('idempotent-replayed') === 'true';

/** Nothing that opens a session or an account stands in what is kept. */
async function expectNoSecret(userId: string, ...secrets: string[]) {
  const kept = await db.select().from(userIdempotencyRecords).where(eq(userIdempotencyRecords.userId, userId));
  expect(kept).toHaveLength(1);
  for (const secret of secrets) expect(JSON.stringify(kept)).not.toContain(secret);
}

describe('an Idempotency-Key of a caller without a session', () => {
  test('accepts an invitation once: the response is repeated, the session is not', async () => {
    const { workspaceId, email, token } = await invite('developer');
    const input = { token, name: 'Grace', password: PASSWORD };
    const first = await call('invitations.accept', input, 'lost');
    expect([first.status, first.cookies.length, isReplay(first)]).toEqual([200, 1, false]);
    const again = await call('invitations.accept', input, 'lost');
    expect([again.status, again.cookies, isReplay(again)]).toEqual([200, [], true]);
    expect(again.data).toEqual(first.data);

    expect((await call('invitations.accept', input)).problem.code).toBe('not_found');
    expect((await call('invitations.accept', { ...input, name: 'Eve' }, 'lost')).problem.code).toBe(
      'idempotency_key_reused',
    );
    const [user] = await db.select().from(users).where(eq(users.email, email));
    if (!user) throw new Error('There is no account.');
    expect(await db.$count(members, eq(members.workspaceId, workspaceId))).toBe(2);
    expect(await db.$count(sessions, eq(sessions.userId, user.id))).toBe(1);
    expect(await auditActionsOf(workspaceId)).toEqual(['invitation.created', 'invitation.accepted', 'member.added']);
    const cookie = /=([^;]*)/.exec(first.cookies[0] ?? '')?.[1] ?? '';
    await expectNoSecret(user.id, cookie, token, PASSWORD);
  });

  test('accepts once however many calls come at once', async () => {
    const { workspaceId, token } = await invite('viewer');
    const input = { token, name: 'Grace', password: PASSWORD };
    const answers = await Promise.all(Array.from({ length: 8 }, () => call('invitations.accept', input, 'at once')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter((answer) => !isReplay(answer))).toHaveLength(1);
    expect(await db.$count(members, eq(members.workspaceId, workspaceId))).toBe(2);
  });

  test('accepts once for a signed-in person', async () => {
    const grace = await signedIn(server);
    const { workspaceId, token } = await invite('viewer', grace.email);
    const mine = callAt(server.url, grace.cookie);
    const first = await mine('invitations.accept', { token }, 'lost');
    const again = await mine('invitations.accept', { token }, 'lost');
    expect([first.status, isReplay(first), again.status, isReplay(again)]).toEqual([200, false, 200, true]);
    expect(again.data).toEqual(first.data);
    const mallory = callAt(server.url, (await signedIn(server)).cookie);
    expect((await mallory('invitations.accept', { token }, 'lost')).problem.code).toBe('not_found');
    expect(await db.$count(members, eq(members.workspaceId, workspaceId))).toBe(2);
  });

  test('resets a password once', async () => {
    const admin = await seedSignedIn(server, { admin: true });
    const { id } = await seedSignedIn(server);
    const { data } = await admin.browser.mutate('instance.users.reset_link', { user_id: id });
    const token = String(data.url).split('#token=')[1] ?? '';
    const input = { token, password: NEXT_PASSWORD };
    const first = await call('auth.password.reset', input, 'lost');
    const [changed] = await db.select().from(users).where(eq(users.id, id));
    const again = await call('auth.password.reset', { token, password: 'yet four words by chance' }, 'lost');
    expect([first.status, isReplay(first), again.status, isReplay(again)]).toEqual([200, false, 200, true]);
    const [same] = await db.select().from(users).where(eq(users.id, id));
    expect(same?.passwordHash).toBe(changed?.passwordHash ?? '');
    expect((await call('auth.password.reset', input)).problem.code).toBe('not_found');
    await expectNoSecret(id, token, NEXT_PASSWORD);
  });

  test('sets the installation up once', async () => {
    const fresh = await freshDatabase();
    const empty = await startServer({}, { store: fresh.database });
    // From this machine itself, as a call through a proxy would need the link.
    const setUp = (change: object, key: string) =>
      openBrowser(empty.url).mutate(
        'auth.setup',
        { email: 'ada@example.com', password: PASSWORD, name: 'Ada', workspace_name: 'Acme', ...change },
        { headers: { 'idempotency-key': key } },
      );
    const first = await setUp({}, 'lost');
    const again = await setUp({}, 'lost');
    expect([first.status, first.cookies.length, isReplay(first)]).toEqual([200, 1, false]);
    expect([again.status, again.cookies, isReplay(again)]).toEqual([200, [], true]);
    expect(again.data).toEqual(first.data);
    expect((await setUp({}, 'another')).problem.code).toBe('invalid_state');
    expect((await setUp({ name: 'Eve' }, 'lost')).problem.code).toBe('idempotency_key_reused');
    expect(await queries(fresh.database).$count(users)).toBe(1);
    await empty.stop();
    await fresh.close();
  });

  test('is ignored for signing in: each call creates a session', async () => {
    const { id, email } = await seedSignedIn(server);
    const before = await db.$count(sessions, eq(sessions.userId, id));
    const answers = [
      await call('auth.sign_in', { email, password: PASSWORD }, 'twice'),
      await call('auth.sign_in', { email, password: PASSWORD }, 'twice'),
    ];
    expect(answers.map((answer) => [answer.status, answer.cookies.length, isReplay(answer)])).toEqual([
      [200, expect.any(Number), false],
      [200, expect.any(Number), false],
    ]);
    expect(await db.$count(sessions, eq(sessions.userId, id))).toBe(before + 2);
    expect(await db.$count(userIdempotencyRecords, eq(userIdempotencyRecords.userId, id))).toBe(0);
  });
});
