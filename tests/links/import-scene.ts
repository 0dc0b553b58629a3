import { expect } from 'bun:test';

import { queries, type Store } from '../../server/db/database';
import { linkImports } from '../../server/links/schema/links';
import { newId } from '../../shared/ids';
import { database } from '../support/app';
import { type Answer, restClient } from '../support/client';
import { until } from '../support/process';
import { seedKey, seedWorkspace } from '../support/seed';

/** A workspace with a key, and what the tests of imports do with it. */
export async function importScene(server: { url: string }, columns: Parameters<typeof seedKey>[1] = {}) {
  const workspaceId = await seedWorkspace();
  const key = await seedKey(workspaceId, columns);
  const call = restClient(server.url, key.secret);
  return { workspaceId, ...key, call, ...importCalls(server, key.secret) };
}

export function importCalls(server: { url: string }, secret: string) {
  const call = restClient(server.url, secret);

  /** Sends a file as it stands. */
  async function send(
    file: string | Uint8Array<ArrayBuffer> | FormData,
    query = '',
    headers: Record<string, string> = { 'content-type': 'text/csv' },
  ): Promise<Answer> {
    const isForm = file instanceof FormData;
    const response = await fetch(`${server.url}/api/v1/link-imports${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret}`, ...(isForm ? {} : headers) },
      body: file,
    });
    return { status: response.status, headers: response.headers, body: await response.json() };
  }

  /** The import once it has ended. */
  async function ended(id: string): Promise<Answer['body']> {
    const read = async () => (await call('GET', `/link-imports/${id}`)).body;
    await until(async () => !['queued', 'running'].includes((await read()).status), { everyMs: 20 });
    return read();
  }

  async function run(file: string | Uint8Array<ArrayBuffer> | FormData, query = ''): Promise<Answer['body']> {
    const { status, body } = await send(file, query);
    expect([status, body.status]).toEqual([202, 'queued']);
    return ended(body.id);
  }

  /** Every link of the workspace, oldest first. */
  async function allLinks(): Promise<Answer['body'][]> {
    const found: Answer['body'][] = [];
    for (let cursor = ''; ;) {
      const { body } = await call('GET', `/links?limit=100&sort=created_at&archived=any${cursor}`);
      found.push(...body.data);
      if (!body.has_more) return found;
      cursor = `&cursor=${body.next_cursor}`;
    }
  }

  return { send, ended, run, allLinks };
}

/** An import whose file another process has: it stays queued. */
export async function seedImport(workspaceId: string, on: Store = database): Promise<string> {
  const id = newId('bat');
  await queries(on).insert(linkImports).values({
    id,
    workspaceId,
    status: 'queued',
    format: 'csv',
    onConflict: 'error',
    dryRun: false,
    suppressEvents: false,
    columns: {},
    fileSha256: '',
    fileBytes: 0,
    errors: [],
    createdByType: 'key',
    createdById: '',
    createdAt: new Date(),
  });
  return id;
}

let made = 0;
/** A slug that no other test has: the shared domain belongs to all of them. */
export const freshSlug = (): string => `i${process.pid}-${Date.now().toString(36)}-${(made += 1)}`;
