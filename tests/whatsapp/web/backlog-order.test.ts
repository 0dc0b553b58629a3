import { expect, test } from 'bun:test';

import { messagesFeature } from '../../../server/whatsapp/drivers/web/worker/messages/messages';
import { lasting } from '../../support/waiting';
import { startSessionStage } from './session-stage';

const PHONE = '15550001111';
const [ADA, BEN] = ['15550002222', '15550003333'];
const BACKLOG = 12;
const READ_MS = 5;

test('what is written while the messages of an absence arrive is received after all of them', async () => {
  let isSlow = false;
  let gate = Promise.resolve();
  await using stage = await startSessionStage({
    services: { features: [messagesFeature] },
    around: (database) => ({
      ...database,
      async read(statement) {
        if (isSlow) await lasting(READ_MS);
        await gate;
        return database.read(statement);
      },
    }),
  });
  const [ada, ben] = [stage.peer.person(ADA), stage.peer.person(BEN)];
  const session = await stage.link('wa_1', PHONE);
  for (const person of [ada, ben]) await person.sendText(PHONE, `Before, ${person.phone}`);
  await stage.until('wa_1', (events) =>
    events.filter(({ kind }) => kind === 'message').length === 2 ? true : undefined,
  );
  await stage.peer.settled();
  await session.stop();

  const missed = Array.from({ length: BACKLOG }, (_, index) => `Missed ${index}`);
  for (const [index, text] of missed.entries()) await (index % 2 === 0 ? ada : ben).sendText(PHONE, text);
  isSlow = true;
  const texts = (): string[] =>
    stage.of('wa_1').flatMap((event) => (event.kind === 'message' ? [String(Reflect.get(event.content, 'text'))] : []));
  await stage.start('wa_1', { generation: 2 });
  await stage.until('wa_1', () => texts().find((text) => text === 'Missed 0'));
  const sent = Promise.withResolvers<void>();
  gate = sent.promise;
  await ben.sendText(PHONE, 'Live');
  expect(texts()).not.toContain('Live');
  sent.resolve();
  await stage.until('wa_1', () => (texts().length === BACKLOG + 3 ? true : undefined));
  expect(texts().slice(2)).toEqual([...missed, 'Live']);
  stage.peer.assertClean();
});
