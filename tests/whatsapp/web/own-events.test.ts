import { expect, test } from 'bun:test';

import { messagesFeature } from '../../../server/whatsapp/drivers/web/worker/messages/messages';
import { startSessionStage } from './session-stage';
import { textJob } from './stage';

const PHONE = '15550001111';
const ADA = '15550002222';

test('a refusal that comes right after a send is its result, and what is sent is no message of the phone', async () => {
  await using stage = await startSessionStage({ services: { features: [messagesFeature] } });
  stage.peer.person(ADA);
  const session = await stage.link('wa_1', PHONE);
  expect(await session.send(textJob(ADA, 'Accepted'))).toMatchObject({ outcome: 'sent' });
  // With events for what it sends itself, the library folds the refusal into one of them.
  stage.peer.failNext({ tag: 'message' }, 400);
  expect(await session.send(textJob(ADA, 'Refused'))).toMatchObject({
    outcome: 'refused',
    error: { code: 'invalid_parameter', provider: { code: 400 } },
  });
  await stage.peer.person(ADA).sendText(PHONE, 'Hi');
  await stage.eventOf('wa_1', 'message', ({ isEcho }) => !isEcho);
  expect(stage.of('wa_1').filter((event) => event.kind === 'message' && event.isEcho)).toEqual([]);
});
