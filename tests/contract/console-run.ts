import { expect } from 'bun:test';

import { tokenOf } from '../access/invitations';
import type { startServer } from '../support/app';
import { openBrowser, type Said } from '../support/browser';

export const PASSWORD = 'four words by chance';
const NEW_PASSWORD = 'plum rocket wears socks';

type Server = Awaited<ReturnType<typeof startServer>>;
type Browser = ReturnType<typeof openBrowser>;

/** Somebody new, in a browser of their own, who joined the workspace by an invitation. */
export async function register(url: string, owner: Browser, workspaceId: string, email: string) {
  const { data } = await owner.mutate(
    'invitations.create',
    { email, role: 'viewer' },
    { headers: { 'x-workspace-id': workspaceId } },
  );
  const browser = openBrowser(url);
  const token = tokenOf(data);
  await browser.mutate('invitations.preview', { token });
  const joined = await browser.mutate('invitations.accept', { token, name: email.split('@')[0], password: PASSWORD });
  if (joined.status !== 200) throw new Error(joined.text);
  return { browser, email, memberId: joined.data.id as string, userId: joined.data.user_id as string };
}

interface Scene {
  workspaceId: string;
  grace: Awaited<ReturnType<typeof register>>;
  /** Told of each workspace that is made. */
  made: (workspaceId: string) => unknown;
}

/** Calls every procedure of the console once, with success. Returns their names. */
export async function callConsole(
  { url }: Server,
  owner: Browser,
  { workspaceId, grace, made }: Scene,
): Promise<Set<string>> {
  // These were called when the scene was set.
  const called = new Set(['auth.setup', 'invitations.preview', 'invitations.accept']);
  const run = async (
    browser: Browser,
    how: 'query' | 'mutate',
    name: string,
    input: unknown,
    at: string,
  ): Promise<Said> => {
    const said = await browser[how](name, input, { headers: { 'x-workspace-id': at } });
    if (said.status !== 200) throw new Error(`${name}: ${said.text}`);
    called.add(name);
    return said;
  };
  const read = async (name: string, input: unknown = {}) => (await run(owner, 'query', name, input, workspaceId)).data;
  const act = async (name: string, input: unknown = {}, at = workspaceId) =>
    (await run(owner, 'mutate', name, input, at)).data;

  await read('auth.status');
  await act('auth.step_up', { password: PASSWORD });
  await read('account.get');
  await act('account.update', { name: 'Ada L.' });
  const second = openBrowser(url);
  await run(second, 'mutate', 'auth.sign_in', { email: 'ada@example.com', password: PASSWORD }, workspaceId);
  const sessions: { id: string; current: boolean }[] = (await read('account.sessions.list')).data;
  await act('account.sessions.revoke', { session_id: sessions.find((session) => !session.current)?.id });
  await act('account.sessions.revoke_others');
  await act('account.password.change', { current_password: PASSWORD, password: NEW_PASSWORD });

  for (const name of ['workspaces.list', 'workspaces.get_overview']) await read(name);
  for (const name of ['get_health', 'settings.get', 'providers.list']) await read(`models.${name}`);
  await act('models.settings.update', { aliases: {}, allow: [], deny: [] });
  const [instance] = (await read('whatsapp.instances.list')).data;
  const period = { from: new Date().toISOString(), granularity: 'hour' };
  await read('whatsapp.messages.get_stats', { instance_id: instance.id, ...period });
  const provider = { slug: 'console-run', base_url: 'http://127.0.0.1:9/v1' };
  await act('models.providers.create', provider);
  await act('models.providers.update', { ...provider, name: 'Renamed' });
  for (const verb of ['check', 'refresh', 'delete']) await act(`models.providers.${verb}`, { slug: provider.slug });

  const receivesEvent = async (): Promise<boolean> => {
    const input = encodeURIComponent(JSON.stringify({ workspace_id: workspaceId, lastEventId: '0' }));
    const live = await fetch(`${url}/trpc/events.subscribe?input=${input}`, {
      headers: { cookie: [...owner.jar].map((pair) => pair.join('=')).join('; '), accept: 'text/event-stream' },
    });
    expect(live.status).toBe(200);
    let text = '';
    const decoder = new TextDecoder();
    for await (const part of live.body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.includes('"kind":"event"')) return true;
    }
    expect(text).toContain('event: return');
    return false;
  };

  const { id: invitation_id } = await act('invitations.create', { email: 'nobody@example.com', role: 'viewer' });
  await read('invitations.list');
  await act('invitations.renew', { invitation_id });
  await act('invitations.revoke', { invitation_id });

  // The change of password above may be heard of only now, and ends the stream: whoever listens comes back.
  while (!(await receivesEvent())) continue;
  called.add('events.subscribe');

  const joan = await register(url, owner, workspaceId, 'joan@example.com');
  await run(joan.browser, 'mutate', 'members.leave', {}, workspaceId);
  const kim = await register(url, owner, workspaceId, 'kim@example.com');
  await act('members.update', { member_id: kim.memberId, role: 'developer' });
  await act('members.remove', { member_id: kim.memberId });

  await read('instance.users.list', { q: 'a' });
  await act('instance.users.suspend', { user_id: grace.userId });
  await act('instance.users.resume', { user_id: grace.userId });
  const reset = await act('instance.users.reset_link', { user_id: grace.userId });
  const token = String(reset.url).split('token=')[1];
  await run(second, 'mutate', 'auth.password.reset', { token, password: NEW_PASSWORD }, workspaceId);
  await read('instance.workspaces.list', { q: 'a' });
  await read('instance.get_health');
  await read('instance.branding.get');
  await act('instance.branding.update', { name: 'Acme' });
  await read('instance.links.hosts.list', { q: 'a' });
  await read('instance.links.list_blocked', {});
  const { short_url } = await act('links.create', { url: 'https://console-run.example/' });
  for (const verb of ['add', 'remove']) await act(`instance.links.hosts.${verb}`, { host: 'console-run.example' });
  await act('instance.links.block', { short_url, reason: 'Reported' });
  await act('instance.links.unblock', { short_url });
  const { hostname } = await act('links.domains.create', { hostname: 'console-run.localhost' });
  await act('instance.links.domains.disable', { hostname, reason: 'Reported' });
  await act('instance.links.domains.enable', { hostname });
  await act('instance.workspaces.suspend', { workspace_id: workspaceId });
  await act('instance.workspaces.resume', { workspace_id: workspaceId });

  const { id } = await act('workspaces.create', { name: 'Short-lived' });
  made(id);
  await act('workspaces.delete', { confirm_name: 'Short-lived' }, id);
  await act('workspaces.transfer', { member_id: grace.memberId });
  await act('auth.sign_out');
  return called;
}
