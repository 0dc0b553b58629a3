import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { profileFeature } from '../../../server/whatsapp/drivers/web/worker/profile';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { LinkedSession } from './linked-session';
import { png } from './pictures';
import { refusedWith } from './refusals';

const OURS = '15550001111';

let peer: WhatsAppWebPeer;
let linked: LinkedSession;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'profile-'));
  peer = await startWhatsAppWebPeer();
  linked = await new LinkedSession(peer, OURS, { features: [profileFeature] }).connect();
});
afterAll(async () => {
  peer.assertClean();
  await linked.close();
  await peer.stop();
  await rm(folder, { recursive: true });
});

const update = (change: object) => linked.call('profile.update', { change });
const read = () => linked.call('profile.get', {});

test('the profile is read from WhatsApp', async () => {
  peer.person(OURS).about = 'At work';
  expect(await read()).toEqual({ name: null, about: 'At work', pictureUrl: null, cloud: null });
});

test('the text about the account is changed and removed', async () => {
  await update({ about: 'On holiday' });
  expect(await read()).toMatchObject({ about: 'On holiday' });
  await update({ about: null });
  expect(await read()).toMatchObject({ about: null });
});

test('a square picture is sent as a JPEG of the usual size, and removed', async () => {
  await update({ picture: await picture(300, 300) });
  const sent = peer.person(OURS).picture;
  expect(await new Bun.Image(sent ?? new Uint8Array()).metadata()).toEqual({ width: 640, height: 640, format: 'jpeg' });
  expect(await read()).toMatchObject({ pictureUrl: `https://pps.whatsapp.net/${OURS}.jpg` });
  await update({ picture: null });
  expect(await read()).toMatchObject({ pictureUrl: null });
});

test('a picture that is not square, too small, too large or no picture is refused before it is sent', async () => {
  const broken = join(folder, 'broken.png');
  await Bun.write(broken, 'not a picture');
  const cut = join(folder, 'cut.png');
  await Bun.write(cut, png(300, 300).subarray(0, 60));
  const large = join(folder, 'large.png');
  await Bun.write(large, png(8193, 8193, 1));
  const pictures = [
    await picture(300, 200),
    await picture(100, 100),
    ...[broken, cut, large].map((path) => ({ path })),
  ];
  for (const one of pictures) {
    await refusedWith(update({ picture: one }), 'group_picture_invalid');
  }
  expect(peer.person(OURS).picture).toBeNull();
});

test('the name is changed for all devices, and known at once', async () => {
  await linked.hasKey();
  await update({ name: 'Crew desk' });
  expect(await read()).toMatchObject({ name: 'Crew desk' });
  expect(peer.person(OURS).appState.actions.at(-1)).toMatchObject({
    index: ['setting_pushName'],
    value: { pushNameSetting: { name: 'Crew desk' } },
  });
});

test('an account keeps a name', () => refusedWith(update({ name: null }), 'invalid_parameter'));

async function picture(width: number, height: number): Promise<{ path: string }> {
  const path = join(folder, `${width}x${height}.png`);
  await Bun.write(path, png(width, height));
  return { path };
}
