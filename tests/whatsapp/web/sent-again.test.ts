import { expect, test } from 'bun:test';

import { messagesFeature } from '../../../server/whatsapp/drivers/web/worker/messages/messages';
import { askAgain } from '../../support/whatsapp-web/retries';
import { startSessionStage } from './session-stage';
import { textJob } from './stage';

const PHONE = '15550001111';
const ADA = '15550002222';

test('a message that its recipient cannot decrypt is sent again, also by a later connection', async () => {
  await using stage = await startSessionStage({ services: { features: [messagesFeature] } });
  const ada = stage.peer.person(ADA);
  const session = await stage.link('wa_1', PHONE);
  const { providerMessageId: id } = await session.send(textJob(ADA, 'Hello'));
  await ada.receivesMessage('Hello');
  await session.stop();
  // The library itself remembers only what the same connection has sent.
  askAgain(stage.peer.world, ada, id ?? '', 1);
  await stage.start('wa_1', { generation: 2 });
  await ada.receives(2);
  expect(ada.received.map((message) => message.id)).toEqual([id, id].map(String));
  stage.peer.assertClean();
});
