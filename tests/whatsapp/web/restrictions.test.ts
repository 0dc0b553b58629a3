import { expect, test } from 'bun:test';

import { direct, textJob } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, ME, startPeer } from './message-stage';

closeAfterEach();

const LOCKED_UNTIL = 2_000_000_000;

async function refusedOnce() {
  const peer = await startPeer();
  peer.person(ADA);
  peer.person(BEN);
  const me = await linkMe(peer);
  const sendRefused = (to: string) => {
    peer.failNext({ tag: 'message' }, 463);
    return me.send(textJob(direct(to), 'Hello'));
  };
  return { peer, me, account: peer.person(ME), sendRefused };
}

test('463 by someone who accepts no first message is a refusal of that message, while the account is free', async () => {
  const { sendRefused } = await refusedOnce();
  const result = await sendRefused(BEN);
  expect(result).toMatchObject({ outcome: 'refused', error: { code: 'recipient_unreachable', retryable: false } });
  expect(result.effects).toEqual([
    {
      kind: 'health',
      reason: { code: 'new_chat_limit', active: false, until: expect.any(Date), providerCode: 'NONE' },
    },
  ]);
});

test('463 of an account without new chats is one of the account, and the limit is reported', async () => {
  const { account, sendRefused } = await refusedOnce();
  account.limitNewChats({ status: 'CAPPED', used: 100 });
  const result = await sendRefused(BEN);
  expect(result).toMatchObject({ outcome: 'refused', error: { code: 'account_restricted' } });
  expect(result.effects).toMatchObject([{ reason: { code: 'new_chat_limit', active: true, providerCode: 'CAPPED' } }]);
});

test('463 of a locked account is one of the account, also in a chat that goes on', async () => {
  const { me, account, sendRefused } = await refusedOnce();
  await me.send(textJob(direct(ADA), 'first'));
  account.restrict({ isActive: true, endsAt: LOCKED_UNTIL, type: 'BIZ_QUALITY' });
  expect(await sendRefused(ADA)).toMatchObject({ outcome: 'refused', error: { code: 'account_restricted' } });
});

test('a restriction that WhatsApp announces is reported before anything is sent', async () => {
  const { me, account } = await refusedOnce();
  account.restrict({ isActive: true, endsAt: LOCKED_UNTIL, type: 'BIZ_QUALITY' });
  account.limitNewChats({ status: 'SECOND_WARNING', used: 90 });
  account.limitNewChats({ status: 'CAPPED', used: 100 });
  const reasons = () => me.ofKind('health').map(({ reason }) => reason);
  await me.reports('health', ({ reason }) => reason?.providerCode === 'CAPPED');
  expect(reasons()).toMatchObject([
    { code: 'account_restricted', active: true, until: new Date(LOCKED_UNTIL * 1000), providerCode: '463' },
    { code: 'new_chat_limit', active: false, providerCode: 'SECOND_WARNING' },
    { code: 'new_chat_limit', active: true, providerCode: 'CAPPED' },
  ]);
});
