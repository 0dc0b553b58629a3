import { expect, test } from 'bun:test';

import { eq } from 'drizzle-orm';

import { queries } from '../../server/db/database';
import { waInstances } from '../../server/whatsapp/schema/instances';
import { DEFAULT_SETTINGS } from '../../shared/whatsapp/instance';
import { database } from '../support/app';
import { until } from '../support/process';
import { cloudPlace, type CloudScene, CUSTOMER } from './cloud-place';

const place = cloudPlace();
const TO = `+${CUSTOMER}`;
const HELLO = { type: 'text', text: 'Hello' };
const TEMPLATE = { type: 'template', name: 'hello_world', language: 'en_US' };
const CODE = 'reengagement_window_closed';

const post = ({ call, path }: CloudScene, content: object = HELLO, more: object = {}) =>
  call('POST', `${path}/messages`, { to: TO, content, ...more });
const refusalOf = async (scene: CloudScene) => {
  const { status, body } = await post(scene);
  return [status, body.errors?.[0]?.pointer, body.errors?.[0]?.code];
};
const strict = ({ ask, path }: CloudScene, on = true) => ask(200, 'PATCH', path, { settings: { strict_window: on } });

test('a text to a number that never wrote is sent, and Meta decides', async () => {
  const scene = await place.scene();
  expect((await scene.instance()).settings.strict_window).toBe(false);
  const { id } = await scene.send(HELLO);
  await scene.settle();
  expect(await scene.sends()).toMatchObject([{ type: 'text', to: CUSTOMER }]);
  expect(await scene.message(id)).toMatchObject({ status: 'sending', error: null });
});

test('a text that Meta refuses for its window fails with that reason, and the next one is refused before it is queued', async () => {
  const scene = await place.scene({ enforce_window: true });
  const { id } = await scene.send(HELLO);
  await until(async () => (await scene.message(id)).status === 'failed');
  expect((await scene.message(id)).error).toMatchObject({ code: CODE, retryable: false, provider: { code: 131047 } });
  expect(await refusalOf(scene)).toEqual([422, '/to', CODE]);

  await scene.open();
  const again = await scene.send(HELLO);
  await scene.settle();
  expect((await scene.message(again.id)).status).toBe('sending');
});

test('a text that Meta refuses at once does the same', async () => {
  const scene = await place.scene();
  const match = { method: 'POST', path: '/messages$', token: scene.token };
  await place.graph().fault({ match, action: { code: 131047 } });
  const { id } = await scene.send(HELLO);
  await scene.settle();
  expect(await scene.message(id)).toMatchObject({ status: 'failed', error: { code: CODE } });
  expect(await refusalOf(scene)).toEqual([422, '/to', CODE]);
});

test('an instance with `strict_window` refuses a text to a number that never wrote, and says why', async () => {
  const scene = await place.scene();
  expect((await strict(scene)).settings.strict_window).toBe(true);
  expect(await refusalOf(scene)).toEqual([422, '/to', CODE]);
  expect((await post(scene)).body.errors[0].message).toContain('strict_window');
  expect(await scene.messages('direction=outbound')).toEqual([]);

  expect((await post(scene, TEMPLATE)).status).toBe(202);
  expect((await post(scene, HELLO, { schedule_at: new Date(Date.now() + 3_600_000).toISOString() })).status).toBe(202);
  await scene.open();
  expect((await post(scene)).status).toBe(202);
  await strict(scene, false);
  expect((await post({ ...scene }, HELLO, { to: '+16505559999' })).status).toBe(202);
});

test('recipients of a batch that never wrote are sent to, and those whose window is known to be closed are not', async () => {
  const scene = await place.scene({ enforce_window: true });
  const first = await scene.send(HELLO);
  await until(async () => (await scene.message(first.id)).status === 'failed');
  const recipients = [{ to: TO }, { to: '+16505559998' }];
  const batch = await scene.ask(202, 'POST', `${scene.path}/batches`, { content: HELLO, recipients });
  await scene.settle();
  const written = (await scene.messages()).filter(
    ({ metadata }: { metadata: { batch_id?: string } }) => metadata.batch_id === batch.id,
  );
  const told = written.map(
    ({ to, provider_message_id: id }: { to: { phone: string }; provider_message_id: string | null }) =>
      `${to.phone} ${id === null ? 'was not sent' : 'was sent'}`,
  );
  expect(told.toSorted()).toEqual([`${TO} was not sent`, '+16505559998 was sent']);
});

test('an instance from before the setting has it off', async () => {
  const scene = await place.scene();
  const { strict_window: _, ...settings } = DEFAULT_SETTINGS;
  await queries(database)
    .update(waInstances)
    .set({ settings: settings as typeof DEFAULT_SETTINGS })
    .where(eq(waInstances.id, scene.id));
  expect((await scene.instance()).settings.strict_window).toBe(false);
  expect((await post(scene)).status).toBe(202);
});
