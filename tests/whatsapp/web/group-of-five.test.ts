import { afterAll, beforeAll, expect, test } from 'bun:test';

import type { AnyMessageContent, WASocket } from 'baileys';

import { queries } from '../../../server/db/database';
import { waMessageReceipts } from '../../../server/whatsapp/schema/messages';
import { database } from '../../support/app';
import { until } from '../../support/process';
import { RealClient } from '../../support/whatsapp-web/real-client';
import { png } from './pictures';
import { createSeenMessages, type SeenMessage, type SeenMessages } from './seen-messages';
import { freshPhone, startWebServer } from './server';
import { secretOf, voteFor } from './votes';

/** Two real clients, and two simulated phones. */
const [ADA, BEN, CEM, DUA] = ['15552000031', '15552000032', '15552000033', '15552000034'] as const;
const US = freshPhone();
const OPTIONS = ['Lake', 'Forest', 'City'];

interface Member {
  client: RealClient;
  messages: SeenMessages;
  /** `<id> <phone> <delivered or read>`, of messages that this client sent. */
  receipts: Set<string>;
}
type Body = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any

let web: Awaited<ReturnType<typeof startWebServer>>;
const clients: RealClient[] = [];

beforeAll(async () => {
  web = await startWebServer();
});
afterAll(async () => {
  for (const client of clients) await client.close();
  await web[Symbol.asyncDispose]();
});

const phoneOf = (jid: string): string => web.peer.world.find(jid)?.phone ?? jid;
const jidOf = (phone: string): string => web.peer.person(phone).lidJid;

async function join(phone: string): Promise<Member> {
  const messages = createSeenMessages({ phoneOf, jidOf });
  const receipts = new Set<string>();
  const listen = ({ ev }: WASocket): void => {
    ev.on('messages.upsert', (upsert) => upsert.messages.forEach((one) => messages.addReceived(one)));
    ev.on('message-receipt.update', (updates) => {
      for (const { key, receipt } of updates)
        receipts.add(`${key.id} ${phoneOf(receipt.userJid ?? '')} ${receipt.readTimestamp ? 'read' : 'delivered'}`);
    });
  };
  const client = new RealClient(web.peer, phone).onSocket(listen);
  clients.push(client);
  await client.connect();
  return { client, messages, receipts };
}

test('in a group of five, the API reports every message, change, receipt and vote as the others see it', async () => {
  const { peer } = web;
  const scene = await web.scene();
  const { id: instanceId, at } = await scene.web();
  await scene.link(instanceId, US);
  const [cem, dua] = [peer.person(CEM), peer.person(DUA)];
  const [ada, ben] = [await join(ADA), await join(BEN)];

  const { id: chat } = await ada.client.socket.groupCreate(
    'Five',
    [US, BEN, CEM, DUA].map((phone) => jidOf(phone)),
  );
  const groups = async (): Promise<Body[]> => (await scene.expectStatus(200, 'GET', `${at}/groups`)).data;
  await until(async () => (await groups()).some(({ provider_group_id: id, size }) => id === chat && size === 5));
  const group = (await groups()).find((one) => one['provider_group_id'] === chat)?.['id'];

  const told = async (): Promise<Body[]> =>
    (await scene.expectStatus(200, 'GET', `${at}/messages?group_id=${group}&limit=100&sort=created_at`)).data;
  const toldOf = async (providerId: string): Promise<Body> => {
    const find = async () => (await told()).find((one) => one['provider_message_id'] === providerId);
    await until(async () => (await find()) !== undefined, { everyMs: 20 });
    return (await find()) ?? {};
  };
  /** Of the API; answers its id and the one of the network, once everybody has it. */
  const ours = async (content: object, more: object = {}) => {
    const { id } = await scene.expectStatus(202, 'POST', `${at}/messages`, { to: group, content, ...more });
    const read = async () => scene.expectStatus(200, 'GET', `${at}/messages/${id}`);
    await until(async () => (await read()).sent_at !== null, { everyMs: 20 });
    const providerId: string = (await read()).provider_message_id;
    await until(() => [ada, ben].every(({ messages }) => messages.seen.has(providerId)), { everyMs: 5 });
    await Promise.all([cem, dua].map((person) => person.receivesMessage(providerId)));
    return { id: String(id), providerId };
  };
  const by = async (member: Member, content: AnyMessageContent, isFile = false) => {
    const { client, messages } = member;
    const sent = await (isFile ? client.sendFile(chat, content) : client.socket.sendMessage(chat, content));
    if (!sent) throw new Error('Nothing was sent.');
    messages.add(client.phone, sent);
    return { ...sent, id: sent.key.id ?? '' };
  };
  const ofAll = async (id: string) => {
    const others = [ada, ben].filter(({ messages }) => !messages.seen.has(id));
    await until(() => others.every(({ messages }) => messages.seen.has(id)), { everyMs: 5 });
    return toldOf(id);
  };

  // Texts, answers and files of everybody.
  const hello = await ours({ type: 'text', text: 'Hello five' });
  const fromAda = await by(ada, { text: 'Hi from Ada' });
  const fromBen = await by(ben, { text: 'Hi from Ben' });
  const fromCem = await cem.sendText(chat, 'Hi from Cem');
  const fromDua = await dua.sendFile(chat, 'image', png(8, 8), { caption: 'From Dua' });
  for (const id of [fromAda.id, fromBen.id, fromCem, fromDua]) await ofAll(id);
  const answer = await ours({ type: 'text', text: 'Nice, Ada' }, { reply_to: (await toldOf(fromAda.id))['id'] });
  const picture = Buffer.from(png(16, 16)).toString('base64');
  const ourFile = await ours({ type: 'image', media: { base64: picture, mime_type: 'image/png' }, caption: 'Ours' });
  const fileOfBen = await by(ben, { image: Buffer.from(png(24, 24)), caption: 'Of Ben' }, true);
  const doomed = await ours({ type: 'text', text: 'Forget this' });
  await ofAll(fileOfBen.id);

  // Edits, deletions and reactions.
  await scene.expectStatus(202, 'PATCH', `${at}/messages/${hello.id}`, { text: 'Hello, all five' });
  await by(ada, { text: 'Hi from Ada, edited', edit: fromAda.key });
  await scene.expectStatus(204, 'DELETE', `${at}/messages/${doomed.id}`);
  await by(ben, { delete: fromBen.key });
  const react = (id: string, emoji: string) => scene.expectStatus(202, 'POST', `${at}/messages/${id}/react`, { emoji });
  await react((await toldOf(fromAda.id))['id'], '🎉');
  await react((await toldOf(fromCem))['id'], '👍');
  const keyOf = (id: string, phone: string) => ({ remoteJid: chat, fromMe: false, id, participant: jidOf(phone) });
  await by(ben, { react: { text: '🔥', key: keyOf(hello.providerId, US) } });
  await by(ada, { react: { text: '😀', key: keyOf(fromCem, CEM) } });
  await by(ada, { react: { text: '', key: keyOf(fromCem, CEM) } });
  await cem.send(chat, { reactionMessage: { key: keyOf(answer.providerId, US), text: '❤️', senderTimestampMs: 1 } });

  // Polls of ours and of Ada, and votes of everybody, some of which change their mind.
  const poll = await ours({ type: 'poll', question: 'Where to?', options: OPTIONS, selectable_count: 2 });
  const secret = secretOf((await cem.receivesMessage(poll.providerId)).message);
  const inOurs = { pollId: poll.providerId, secret, creator: jidOf(US) };
  const relayVote = async (member: Member, vote: Omit<Parameters<typeof voteFor>[0], 'voter'>) => {
    const message = voteFor({ ...vote, voter: jidOf(member.client.phone) });
    const id = await member.client.socket.relayMessage(chat, message, {});
    member.messages.add(member.client.phone, { key: { id }, message });
  };
  await relayVote(ada, { ...inOurs, options: ['Lake'] });
  await relayVote(ben, { ...inOurs, options: ['City', 'Lake'] });
  await cem.send(chat, voteFor({ ...inOurs, voter: jidOf(CEM), options: ['Forest'] }));
  await cem.send(chat, voteFor({ ...inOurs, voter: jidOf(CEM), options: ['City'] }));
  await dua.send(chat, voteFor({ ...inOurs, voter: jidOf(DUA), options: [] }));
  const pollOfAda = await by(ada, { poll: { name: 'When?', values: ['Monday', 'Friday'], selectableCount: 1 } });
  await ofAll(pollOfAda.id);
  const inAdas = { pollId: pollOfAda.id, secret: secretOf(pollOfAda.message ?? undefined), creator: jidOf(ADA) };
  await relayVote(ben, { ...inAdas, options: ['Friday'] });
  await dua.send(chat, voteFor({ ...inAdas, voter: jidOf(DUA), options: ['Monday'] }));

  // Phones tell of the delivery; clients that nobody looks at do not.
  const sentByUs = [hello, answer, ourFile, poll].map(({ providerId }) => providerId);
  for (const phone of [ADA, BEN, CEM]) peer.person(phone).receipt(sentByUs, 'delivered');
  cem.receipt([hello.providerId, poll.providerId], 'read');
  dua.receipt([hello.providerId], 'delivered');
  await ben.client.socket.readMessages([keyOf(answer.providerId, US)]);
  for (const id of [fromAda.id, pollOfAda.id])
    await scene.expectStatus(204, 'POST', `${at}/messages/${(await toldOf(id))['id']}/read`, {});

  const events = async (type: string) => (await scene.events(type)).map(({ data }) => data);
  const shownByApi = async (): Promise<Record<string, SeenMessage>> => {
    const votes = await events('whatsapp.message.poll_voted');
    // Our own reactions are messages, too.
    const rows = (await told()).filter(({ type }) => type !== 'reaction');
    return Object.fromEntries(
      rows.map((one) => [one['provider_message_id'], asSeen(one, votes)] satisfies [string, SeenMessage]),
    );
  };
  const seenBy = ({ messages }: Member) => Object.fromEntries(messages.seen);
  const isSame = async () => [ada, ben].every((member) => Bun.deepEquals(seenBy(member), shown));
  let shown = await shownByApi();
  await until(async () => ((shown = await shownByApi()), isSame()), { timeoutMs: 60_000, everyMs: 100 }).catch(
    () => {},
  );
  expect(Object.keys(shown)).toHaveLength(11);
  for (const member of [ada, ben]) expect(seenBy(member)).toEqual(shown);
  expect(shown[poll.providerId]?.votes).toEqual({
    [ADA]: ['Lake'],
    [BEN]: ['Lake', 'City'],
    [CEM]: ['City'],
    [DUA]: [],
  });
  expect(shown[pollOfAda.id]?.votes).toEqual({ [BEN]: ['Friday'], [DUA]: ['Monday'] });

  // What each person confirmed to us, and what we confirmed to Ada.
  const wanted = new Set([
    ...sentByUs.flatMap((id) => [ADA, BEN, CEM].map((phone) => `${id} ${phone} delivered`)),
    ...[hello, poll].map(({ providerId }) => `${providerId} ${CEM} read`),
    `${hello.providerId} ${DUA} delivered`,
    `${answer.providerId} ${BEN} read`,
  ]);
  const receipts = async () => {
    const rows = await queries(database).select().from(waMessageReceipts);
    const messages = new Map((await told()).map((one) => [one['id'], one['provider_message_id']]));
    const { data } = await scene.expectStatus(200, 'GET', `${at}/contacts?limit=100`);
    const phones = new Map<string, string>(data.map(({ id, phone }: Body) => [id, phone?.slice(1)]));
    const known = rows.filter(({ messageId }) => sentByUs.includes(messages.get(messageId)));
    return new Set(
      known.map(({ messageId, contactId, status }) => `${messages.get(messageId)} ${phones.get(contactId)} ${status}`),
    );
  };
  await until(async () => (await receipts()).size >= wanted.size, { timeoutMs: 60_000, everyMs: 100 }).catch(() => {});
  expect([...(await receipts())].toSorted()).toEqual([...wanted].toSorted());
  for (const id of [fromAda.id, pollOfAda.id]) expect([...ada.receipts]).toContain(`${id} ${US} read`);
  const statuses = new Map((await told()).map((one) => [one['provider_message_id'], one['status']]));
  expect([hello, answer, poll, ourFile].map(({ providerId }) => statuses.get(providerId))).toEqual([
    'read',
    'read',
    'read',
    'delivered',
  ]);
  await peer.settled();
  peer.assertClean();
});

/** A message of the API in the form of what a client sees. */
function asSeen(message: Body, votes: readonly Body[]): SeenMessage {
  const { content, media, reactions, direction, sender } = message;
  const cast = votes.filter(({ id }) => id === message['id']);
  return {
    from: direction === 'outbound' ? US : sender.phone.slice(1),
    kind: content.type,
    text: content.text ?? content.caption ?? content.question ?? null,
    file: media?.sha256 ?? null,
    isEdited: message['edited_at'] !== null,
    isDeleted: message['deleted_at'] !== null,
    repliesTo: message['reply_to']?.provider_message_id ?? null,
    reactions: Object.fromEntries(reactions.map(({ party, emoji }: Body) => [party?.phone?.slice(1) ?? US, emoji])),
    votes: Object.fromEntries(cast.map(({ vote: { party, options } }) => [party.phone?.slice(1) ?? US, options])),
  };
}
