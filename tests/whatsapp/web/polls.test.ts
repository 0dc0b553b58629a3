import { expect, test } from 'bun:test';
import { randomBytes } from 'node:crypto';

import { direct, inGroup, jobFor } from './message-session';
import { ADA, BEN, closeAfterEach, linkMe, ME, startPeer } from './message-stage';
import { secretOf, voteFor } from './votes';

closeAfterEach();

const POLL = {
  type: 'poll',
  question: 'When?',
  options: ['Monday', 'Tuesday', 'Friday'],
  selectable_count: 2,
} as const;

for (const addressing of ['lid', 'phone'] as const) {
  test(`a vote in our poll is decrypted, from a voter who counts by ${addressing}`, async () => {
    const peer = await startPeer();
    const ada = peer.person(ADA);
    const me = await linkMe(peer);
    const { providerMessageId } = await me.send(jobFor(direct(ADA), { ...POLL, options: [...POLL.options] }));
    const pollId = providerMessageId ?? '';
    const { message } = await ada.receivesMessage(pollId);
    const poll = { pollId, secret: secretOf(message), creator: peer.person(ME).addressed(addressing) };
    const vote = (options: string[]) => voteFor({ ...poll, voter: ada.addressed(addressing), options });
    await ada.send(ME, vote(['Friday', 'Monday']));
    await ada.send(ME, vote([]));
    await me.reports('poll_vote', ({ options }) => options.length === 0);
    expect(me.ofKind('poll_vote').map(({ options }) => options)).toEqual([['Monday', 'Friday'], []]);
    expect(me.ofKind('poll_vote')[0]).toMatchObject({ providerMessageId: pollId, isOurs: false, by: { phone: ADA } });
    expect(me.ofKind('message')).toEqual([]);
  });
}

test('a vote of one member in the poll of another is decrypted', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  const group = await me.session.socket.groupCreate('Three', [ada.lidJid, ben.lidJid]);
  const secret = randomBytes(32);
  const options = POLL.options.map((optionName) => ({ optionName }));
  const pollId = await ada.send(group.id, {
    pollCreationMessage: { name: 'When?', options, selectableOptionsCount: 0 },
    messageContextInfo: { messageSecret: secret },
  });
  await me.message(pollId);
  await ben.send(group.id, voteFor({ pollId, secret, creator: ada.lidJid, voter: ben.lidJid, options: ['Tuesday'] }));
  expect(await me.reports('poll_vote')).toMatchObject({
    providerMessageId: pollId,
    place: inGroup(group.id),
    by: { phone: BEN },
    options: ['Tuesday'],
  });
});

test('a vote in the name of someone else, and one in an unknown poll, report nothing', async () => {
  const peer = await startPeer();
  const [ada, ben] = [peer.person(ADA), peer.person(BEN)];
  const me = await linkMe(peer);
  const { providerMessageId } = await me.send(jobFor(direct(ADA), { ...POLL, options: [...POLL.options] }));
  const pollId = providerMessageId ?? '';
  const secret = secretOf((await ada.receivesMessage(pollId)).message);
  const poll = { secret, creator: peer.person(ME).lidJid, options: ['Monday'] };
  await ada.send(ME, voteFor({ ...poll, pollId, voter: ben.lidJid }));
  await ada.send(ME, voteFor({ ...poll, pollId: '3AUNKNOWN', voter: ada.lidJid }));
  await ben.send(ME, voteFor({ ...poll, pollId, voter: ben.lidJid }));
  await me.message(await ada.sendText(ME, 'last'));
  await ada.send(ME, voteFor({ ...poll, pollId, voter: ada.lidJid }));
  await me.reports('poll_vote');
  expect(me.ofKind('poll_vote')).toHaveLength(1);
});
