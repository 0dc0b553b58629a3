import { expect } from 'bun:test';

import { restClient } from '../support/client';
import { seedKey, seedWorkspace } from '../support/seed';

export const URL_OF = (name: string): string => `https://${name}.hooks.example.com/in`;

/** A key of a workspace of its own, with what tests of webhooks call. */
export async function webhookCalls(server: { url: string }) {
  const workspaceId = await seedWorkspace();
  const { secret, id: keyId } = await seedKey(workspaceId);
  const call = restClient(server.url, secret);
  const create = async (change: object = {}) => {
    const answer = await call('POST', '/webhooks', { url: URL_OF('a'), events: ['api_key.*'], ...change });
    expect(answer.status).toBe(201);
    return answer.body;
  };
  const types = async (): Promise<string[]> =>
    (await call('GET', '/events?sort=created_at')).body.data.map(({ type }: { type: string }) => type);
  return { workspaceId, keyId, call, create, types };
}

/** What was wrong with the input: each place with its code. */
export const issues = ({ body }: { body: { errors?: { pointer: string; code: string }[] } }): string[] =>
  (body.errors ?? []).map(({ pointer, code }) => `${pointer} ${code}`);
