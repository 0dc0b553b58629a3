import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openBrowser } from '../../support/browser';
import { freePort } from '../../support/free-port';
import { startProcess } from '../../support/process';

export const PASSWORD = 'four words by chance';
export const OWNER = { name: 'Ada Lovelace', email: 'ada@acme.com', password: PASSWORD };

export type Console = Awaited<ReturnType<typeof startConsole>>;

/** The built console on a free port, with an empty database. */
export async function startConsole(env: Record<string, string> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-browser-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const database = join(folder, 'switchboard.db');
  const start = (other: Record<string, string> = {}) =>
    startProcess(database, {
      PORT: String(port),
      BASE_URL: url,
      LOG_LEVEL: 'info',
      // The browser comes from this address without a header, as people do.
      TRUSTED_PROXIES: '',
      ...env,
      ...other,
    });
  let server = await start();
  const halt = async () => {
    server.kill('SIGKILL');
    await server.exited;
  };
  const stop = async () => {
    await halt();
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    url,
    output: () => server.output(),
    stop,
    /** Starts it anew at the same address, after something was done to its database. */
    restart: async (meanwhile: (database: string) => unknown, other: Record<string, string> = {}) => {
      await halt();
      await meanwhile(database);
      server = await start(other);
    },
    /** It dies at once, with whatever it is at. */
    halt,
    [Symbol.asyncDispose]: stop,
  };
}

export interface Scene {
  workspaceId: string;
  /** Cookies of the owner, for a browser context. */
  cookies: { name: string; value: string; url: string }[];
  keyId: string;
  key: string;
  requestId: string;
  /** Made by those who look at one: a webhook changes lists and the first steps. */
  webhookId?: string;
  /** Made by those who look at links, with clicks on it. */
  linkId?: string;
  /** Made by those who look at WhatsApp, with people and a group in it. */
  instanceId?: string;
  batchId?: string;
  /** Made by those who look at automation, with what each of them has. */
  publicationId?: string;
  endpointId?: string;
  ruleId?: string;
  /** Made by those who look at models. */
  callId?: string;
  /** Calls a procedure as the owner, in the workspace. */
  act: (how: 'query' | 'mutate', procedure: string, input?: unknown) => Promise<Record<string, unknown>>;
}

/** An owner with a workspace, a key, and a few calls in the log. */
export async function addFixtures(url: string): Promise<Scene> {
  const owner = openBrowser(url);
  const made = await owner.mutate('auth.setup', { ...OWNER, workspace_name: 'Acme' });
  if (made.status !== 200) throw new Error(made.text);
  const workspaceId = made.data.workspace.id as string;
  let caller = owner;
  const act: Scene['act'] = async (how, procedure, input = {}) => {
    const send = () => caller[how](procedure, input, { headers: { 'x-workspace-id': workspaceId } });
    let said = await send();
    // Some calls need a password of the last ten minutes. The session of the pages stays as it is.
    if (said.problem?.code === 'step_up_required') {
      caller = openBrowser(url);
      await caller.mutate('auth.sign_in', { email: OWNER.email, password: OWNER.password });
      said = await send();
    }
    if (said.status !== 200) throw new Error(`${procedure}: ${said.text}`);
    return said.data as Record<string, unknown>;
  };

  const { id, secret } = await makeKey(act, 'Billing service', [
    'models:read',
    'usage:read',
    'keys:read',
    'events:read',
  ]);
  const old = await makeKey(act, 'Old import', ['models:read']);
  await act('mutate', 'keys.revoke', { key_id: old.id });
  let requestId = '';
  for (const path of ['/me', '/models', '/keys', '/events', '/members', '/keys/key_01jd9x3k2mf8v9q4zt7w5b6n0c']) {
    const response = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${secret}` } });
    requestId ||= response.headers.get('x-request-id') ?? '';
    await response.body?.cancel();
  }
  await act('mutate', 'invitations.create', { email: 'grace@acme.com', role: 'developer' });
  const cookies = [...owner.jar].map(([name, value]) => ({ name, value, url }));
  return { workspaceId, cookies, keyId: id, key: secret, requestId, act };
}

export async function makeKey(act: Scene['act'], name: string, scopes: string[]) {
  const { id, secret } = await act('mutate', 'keys.create', { kind: 'ak', name, scopes });
  return { id: id as string, secret: secret as string };
}
