import { expect, test } from 'bun:test';

import { FEATURES } from '../../../server/whatsapp/drivers/web/worker/features';
import { openInstanceStore } from '../../../server/whatsapp/drivers/web/worker/store/session-store';
import { startSessionStage } from './session-stage';
import { textJob } from './stage';

const PHONE = '15550001111';
const ADA = '15550002222';

test('what a person cannot read after older keys were restored is sent again in a new session, as often as it happens', async () => {
  await using stage = await startSessionStage({ services: { features: FEATURES } });
  const session = await stage.link('wa_1', PHONE);
  const ada = stage.peer.person(ADA);
  const { database, sealer } = stage.services;
  const store = await openInstanceStore(database, sealer, { instanceId: 'wa_1', fence: 1 });
  const converse = async (turn: string): Promise<void> => {
    expect(await session.send(textJob(ADA, `Ours ${turn}`))).toMatchObject({ outcome: 'sent' });
    await ada.receivesMessage(`Ours ${turn}`);
    const id = await ada.sendText(PHONE, `Hers ${turn}`);
    await stage.eventOf('wa_1', 'message', ({ providerMessageId }) => providerMessageId === id);
    await stage.peer.settled();
  };
  await converse('at first');
  for (const turn of ['once', 'twice', 'thrice']) {
    const backup = await store.readKeysOf('session');
    await converse(`since the backup, ${turn}`);
    await converse(`again, ${turn}`);
    await store.writeKeys([...backup].map(([id, text]) => ({ type: 'session', id, text })));

    const before = stage.peer.faults.length;
    expect(await session.send(textJob(ADA, `Unreadable ${turn}`))).toMatchObject({ outcome: 'sent' });
    await ada.receivesMessage(`Unreadable ${turn}`);
    expect(stage.peer.faults.length).toBeGreaterThan(before);
    await converse(`after it, ${turn}`);
  }
  expect(stage.logged.join('')).not.toContain('cannot be decrypted');
  expect(stage.peer.faults.filter((fault) => !fault.includes('cannot decrypt'))).toEqual([]);
});
