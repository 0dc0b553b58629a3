import type { Browser } from '@playwright/test';

import type { Role } from '../../../shared/access/scopes';
import { openBrowser } from '../../support/browser';
import { PASSWORD, type Console, type Scene } from './console';
import { watchContext } from './test';

type Call = Scene['act'];
type Server = Pick<Console, 'url'> & { scene: Scene };

export interface Person {
  name: string;
  email: string;
  cookies: Scene['cookies'];
  /** Calls in a workspace, by default the one that the person joined; fails on a refusal. */
  act: Call;
  actIn: (workspaceId: string) => Call;
  /** Status and code of a call, refused or not. */
  try: (how: 'query' | 'mutate', procedure: string, input?: unknown) => Promise<{ status: number; code?: string }>;
}

let count = 0;

/** Somebody new with an account of their own, who accepted an invitation to the workspace of the scene. */
export async function join({ url, scene }: Server, role: Role, name: string): Promise<Person> {
  const email = `${name.toLowerCase().split(' ')[0]}-${process.pid}-${++count}@acme.com`;
  const { link } = await scene.act('mutate', 'invitations.create', { email, role });
  const browser = openBrowser(url);
  const token = String(link).split('#')[1]?.replace('token=', '');
  const said = await browser.mutate('invitations.accept', { token, name, password: PASSWORD });
  if (said.status !== 200) throw new Error(said.text);

  const send = (workspaceId: string, how: 'query' | 'mutate', procedure: string, input: unknown) =>
    browser[how](procedure, input, { headers: { 'x-workspace-id': workspaceId } });
  const actIn =
    (workspaceId: string): Call =>
    async (how, procedure, input = {}) => {
      const answer = await send(workspaceId, how, procedure, input);
      if (answer.status !== 200) throw new Error(`${procedure}: ${answer.text}`);
      return answer.data as Record<string, unknown>;
    };
  return {
    name,
    email,
    cookies: [...browser.jar].map(([cookie, value]) => ({ name: cookie, value, url })),
    act: actIn(scene.workspaceId),
    actIn,
    try: async (how, procedure, input = {}) => {
      const { status, problem } = await send(scene.workspaceId, how, procedure, input);
      return { status, ...(problem ? { code: String(problem.code) } : {}) };
    },
  };
}

/** A browser of that person, or of an outsider; watched as every page is. */
export async function openAs(browser: Browser, person?: Pick<Person, 'cookies'>, ...statuses: number[]) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' });
  const watch = await watchContext(context);
  watch.expect(...statuses);
  if (person) await context.addCookies(person.cookies);
  const page = await context.newPage();
  return { context, page, watch };
}
