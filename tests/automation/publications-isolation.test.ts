import { afterAll, expect, test } from 'bun:test';

import { newId } from '../../shared/ids';
import { startServer } from '../support/app';
import { uploadText } from '../whatsapp/media-fixtures';
import { addMessagesFixtures } from '../whatsapp/messages-fixtures';
import { personNo, publicationScenes } from './publication-scenes';

const server = await startServer();
// What is published is of no interest here.
await server.services.automation.publisher.stop();
afterAll(() => server.stop());
const scene = publicationScenes(server);

test('ids of another workspace in a body get the answer of unknown ids', async () => {
  const [place, other] = [await scene(), await scene()];
  const theirs = await addMessagesFixtures(other.workspaceId, other.instanceId);
  const file = await uploadText(other.call, other.instanceId);
  const webhook = await other.webhook();
  const draft = await place.create({ draft: true });

  const to = (recipient: string) => ({ targets: [{ channel: 'whatsapp', to: [recipient] }] });
  const content = (of: object) => ({ overrides: { whatsapp: { content: of } } });
  const bodies: [string, (id: string) => object][] = [
    [other.instanceId, (id) => ({ targets: [{ channel: 'whatsapp', instance_id: id, to: [personNo(1)] }] })],
    [other.instanceId, (id) => ({ targets: [`whatsapp:${id}:${personNo(1)}`] })],
    [webhook, (id) => ({ targets: [{ channel: 'webhook', to: [id] }] })],
    [webhook, (id) => ({ targets: [`webhook:${id}`] })],
    [theirs.contact, to],
    [theirs.chat, to],
    [newId('grp'), to],
    [file, (id) => ({ content: { media: [{ media_id: id }] } })],
    [file, (id) => content({ type: 'image', media: { media_id: id } })],
  ];
  for (const [id, bodyOf] of bodies) {
    const never = newId(id.slice(0, 3));
    for (const [method, path] of [
      ['POST', '/publications'],
      ['PATCH', `/publications/${draft.id}`],
    ] as const) {
      const given = (of: string) => (method === 'POST' ? place.bodyOf(bodyOf(of)) : bodyOf(of));
      const foreign = await place.call(method, path, given(id));
      const absent = await place.call(method, path, given(never));
      expect([id, foreign.status]).toEqual([id, 422]);
      const plain = ({ body }: typeof foreign) =>
        JSON.stringify({ ...body, request_id: '' })
          .replaceAll(id, '<id>')
          .replaceAll(never, '<id>');
      expect(plain(foreign)).toBe(plain(absent));
    }
  }
  expect((await place.get(draft.id)).version).toBe(1);
});
