import { redirect } from '@tanstack/react-router';

import { MINUTE_MS } from '../shared/durations';
import { account, queryClient } from './trpc';
import { codeOf } from './ui/problem';

const LAST_WORKSPACE = 'sb_last_workspace';
const quiet = { trpc: { context: { quiet: true } } };

/** The signed-in person and the workspaces, from the cache if it is fresh; at an entry the answers come together. */
async function readSession() {
  // Status is requested in the same batch: a batch of refusals alone is a 401, which browsers report as an error of the
  // page.
  const status = queryClient.fetchQuery(account.auth.status.queryOptions(undefined, { staleTime: MINUTE_MS }));
  const [{ user, session }, { data: workspaces }] = await Promise.all([
    queryClient.fetchQuery(account.account.get.queryOptions(undefined, { ...quiet, staleTime: MINUTE_MS })),
    queryClient.fetchQuery(account.workspaces.list.queryOptions({}, { ...quiet, staleTime: MINUTE_MS })),
    status,
  ]);
  return { user, session, workspaces };
}

export async function requireSession(location: { href: string }) {
  try {
    return await readSession();
  } catch (error) {
    if (codeOf(error) !== 'session_required') throw error;
    throw redirect({ to: '/sign-in', search: { next: location.href } });
  }
}

/** The page after sign-in: the last workspace, the only one, or the form for a new one. */
export async function home() {
  const workspace = lastWorkspace((await readSession()).workspaces);
  return workspace ? redirect({ to: '/w/$ws', params: { ws: workspace.id } }) : redirect({ to: '/workspaces/new' });
}

/** For pages that anybody may read: undefined when nobody is signed in, or when the server does not answer. */
export const sessionIfAny = () =>
  readSession().then(
    (session) => ({ ...session, workspace: lastWorkspace(session.workspaces) }),
    () => undefined,
  );

/** The one that was open last in this browser, or the first. */
export function lastWorkspace<T extends { id: string }>(workspaces: readonly T[]): T | undefined {
  const last = readLastWorkspace();
  return workspaces.find(({ id }) => id === last) ?? workspaces[0];
}

function readLastWorkspace(): string | null {
  try {
    return localStorage.getItem(LAST_WORKSPACE);
  } catch {
    return null; // the browser forbids storage
  }
}

export function rememberWorkspace(id: string): void {
  try {
    localStorage.setItem(LAST_WORKSPACE, id);
  } catch {
    // the browser forbids storage
  }
}
