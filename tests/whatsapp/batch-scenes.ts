import type { MessageScene } from './message-scenes';

export const GREETING = { type: 'text', text: 'Hello {{name}}' };
export const personNo = (index: number): string => `+1555020${String(index).padStart(4, '0')}`;

/** Recipients of the simulated network who read what they get. */
export const people = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => ({ to: personNo(from + index), variables: { name: `No. ${index}` } }));

/** What tests do with the batches of a scene. */
export function batchesOf(scene: MessageScene) {
  const path = `${scene.path}/batches`;
  return {
    path,
    create: (body: object, headers: Record<string, string> = {}) =>
      scene.expectStatus(202, 'POST', path, { content: GREETING, ...body }, headers),
    get: (id: string) => scene.expectStatus(200, 'GET', `${path}/${id}`),
    set: (id: string, status: string) => scene.expectStatus(200, 'PATCH', `${path}/${id}`, { status }),
    messages: async (id: string, limit = 100) =>
      (await scene.expectStatus(200, 'GET', `${path}/${id}/messages?limit=${limit}`)).data as Message[],
    statuses: async (id: string): Promise<string[]> =>
      ((await scene.expectStatus(200, 'GET', `${path}/${id}/messages?limit=100`)).data as Message[]).map(
        ({ status }) => status,
      ),
  };
}

export interface Message {
  id: string;
  chat_id: string;
  status: string;
  attempt: number;
  client_reference: string | null;
  content: { text: string };
  waiting: { reason: string } | null;
  expires_at: string | null;
  error: { code: string; message: string } | null;
  metadata: Record<string, string>;
  status_history: { status: string; applied: boolean }[];
}
