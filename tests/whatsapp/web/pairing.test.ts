import { expect, test } from 'bun:test';

import { startStage } from './stage';

test('an instance is linked by a QR code and connects after the restart that WhatsApp asks for', async () => {
  await using stage = await startStage();
  await stage.link('wa_1', '15550001111');

  const statuses = stage.of('wa_1').flatMap((event) => (event.kind === 'connection' ? [event.status] : []));
  expect(statuses).toEqual(['pairing', 'connected']);
  const connected = await stage.status('wa_1', 'connected');
  expect(connected).toMatchObject({ phone: '15550001111', reason: null, lid: expect.stringMatching(/^\d+@lid$/) });
  stage.peer.assertClean();
});
