import { afterEach, expect, test } from 'bun:test';

import { startPeerProcess } from '../../support/whatsapp-web/client';
import { sha256 } from '../../support/whatsapp-web/media/encryption';
import { makeNode } from '../../support/whatsapp-web/node';
import { startWhatsAppWebPeer, type WhatsAppWebPeer } from '../../support/whatsapp-web/peer';
import { RealClient, codeOf, errorOf } from '../../support/whatsapp-web/real-client';

const ADA = '15550000001';
const BEN = '15550000002';
const CEM = '15550000003';

const started: { peers: WhatsAppWebPeer[]; clients: RealClient[] } = { peers: [], clients: [] };

afterEach(async () => {
  for (const client of started.clients.splice(0)) await client.close();
  for (const peer of started.peers.splice(0)) await peer.stop();
});

async function start(...options: Parameters<typeof startWhatsAppWebPeer>): Promise<WhatsAppWebPeer> {
  const peer = await startWhatsAppWebPeer(...options);
  started.peers.push(peer);
  return peer;
}

function link(peer: WhatsAppWebPeer, phone: string): Promise<RealClient> {
  const client = new RealClient(peer, phone);
  started.clients.push(client);
  return client.connect();
}

for (const addressing of ['lid', 'phone'] as const) {
  test(`two clients talk with each other and with a phone, addressed by ${addressing}`, async () => {
    const peer = await start({ addressing });
    const cem = peer.person(CEM);
    const [ada, ben] = await Promise.all([link(peer, ADA), link(peer, BEN)]);
    await ada.socket.sendMessage(peer.person(BEN).addressed(addressing), { text: 'Hi Ben' });
    const toBen = await ben.receives('Hi Ben');
    expect(toBen.key).toMatchObject({ fromMe: false, remoteJid: expect.stringContaining('@') });
    await ben.socket.sendMessage(peer.person(ADA).addressed(addressing), { text: 'Hi Ada' });
    await ada.receives('Hi Ada');
    expect(await peer.person(ADA).receivesMessage('Hi Ben')).toMatchObject({ chat: BEN, from: ADA });

    await ada.socket.sendMessage(cem.addressed(addressing), { text: 'Hi Cem' });
    expect(await cem.receivesMessage('Hi Cem')).toMatchObject({ chat: ADA, from: ADA });
    await cem.sendText(ADA, 'Hi, this is Cem');
    const fromCem = await ada.receives('Hi, this is Cem');
    expect(fromCem.key.remoteJid).toBe(cem.addressed(addressing));
    expect(fromCem.key.remoteJidAlt).toBe(addressing === 'lid' ? cem.jid : cem.lidJid);
    expect(fromCem.pushName).toBe(cem.name);
    await peer.settled();
    peer.assertClean();
  });
}

test('five people talk in a group: two clients and three phones', async () => {
  const peer = await start();
  const phones = [CEM, '15550000004', '15550000005'].map((phone) => peer.person(phone));
  const [ada, ben] = await Promise.all([link(peer, ADA), link(peer, BEN)]);
  const members = [peer.person(BEN), ...phones].map(({ lidJid }) => lidJid);
  const group = await ada.socket.groupCreate('Five', members);
  await ada.socket.sendMessage(group.id, { text: 'Hi all' });
  expect((await ben.receives('Hi all')).key).toMatchObject({
    remoteJid: group.id,
    participant: peer.person(ADA).lidJid,
  });
  for (const phone of phones)
    expect(await phone.receivesMessage('Hi all')).toMatchObject({ chat: group.id, from: ADA });
  await ben.socket.sendMessage(group.id, { text: 'Ben here' });
  await ada.receives('Ben here');
  await phones[0]?.sendText(group.id, 'Cem here');
  await Promise.all([ada.receives('Cem here'), ben.receives('Cem here')]);
  await phones[0]?.sendText(group.id, 'Cem again');
  await Promise.all([ada.receives('Cem again'), ben.receives('Cem again')]);
  await peer.settled();
  peer.assertClean();
});

test('what comes while a client is away waits for it, until it is acknowledged', async () => {
  const peer = await start();
  const ben = peer.person(BEN);
  const ada = await link(peer, ADA);
  await ben.sendText(ADA, 'first');
  await ada.receives('first');
  await ada.close();
  await ben.sendText(ADA, 'second');
  await ada.connect();
  await ada.receives('second');
  await peer.settled();
  expect(
    ada.messages.filter(({ message }) => message?.conversation).map(({ message }) => message?.conversation),
  ).toEqual(['first', 'second']);
  peer.assertClean();
});

test('receipts go both ways', async () => {
  const peer = await start();
  const ben = peer.person(BEN);
  const updates: unknown[] = [];
  const ada = new RealClient(peer, ADA).onSocket((socket) =>
    socket.ev.on('messages.update', (changes) => {
      updates.push(...changes.map(({ key, update }) => ({ id: key.id, status: update.status })));
      peer.world.changed();
    }),
  );
  started.clients.push(ada);
  await ada.connect();
  const sent = await ada.socket.sendMessage(ben.lidJid, { text: 'Hi' });
  const id = sent?.key.id ?? '';
  await ben.receivesMessage(id);
  ben.receipt(id);
  ben.receipt(id, 'read');
  await peer.world.until(() => updates.length >= 2 || undefined, 'both receipts arrive');
  expect(updates).toEqual([
    { id, status: 3 },
    { id, status: 4 },
  ]);
  const back = await ben.sendText(ADA, 'Hello');
  const got = await ada.receives('Hello');
  await ada.socket.readMessages([got.key]);
  await ben.receivesReceipt(back, 'read');
  await peer.settled();
  peer.assertClean();
});

for (const code of [401, 440, 500, 503, 515])
  test(`a client sees the code ${code} when the stream ends with it`, async () => {
    const peer = await start();
    const ada = await link(peer, ADA);
    const closed = new Promise((resolve) => {
      ada.socket.ev.on('connection.update', ({ lastDisconnect }) => {
        if (lastDisconnect) resolve(codeOf(lastDisconnect.error));
      });
    });
    peer.closeAll(code);
    expect(await closed).toBe(code);
  });

test('a second login with the same keys replaces the first', async () => {
  const peer = await start();
  const ada = await link(peer, ADA);
  const closed = new Promise((resolve) => {
    ada.socket.ev.on('connection.update', ({ lastDisconnect }) => {
      if (lastDisconnect) resolve(codeOf(lastDisconnect.error));
    });
  });
  await ada.connect();
  expect(await closed).toBe(440);
});

test('what a client does wrong is found', async () => {
  const peer = await start();
  const ben = peer.person(BEN);
  const ada = await link(peer, ADA);
  const isFound = (text: string) =>
    peer.world.until(() => peer.faults.some((fault) => fault.includes(text)) || undefined, `"${text}" is found`);
  await ada.socket.sendMessage(ben.lidJid, { text: 'Hi' }, { messageId: '3EB0AA' });
  await ada.socket.sendMessage(ben.lidJid, { text: 'Hi' }, { messageId: '3EB0AA' });
  await isFound('an id that was used before');
  await ada.socket.sendMessage('15559999999@s.whatsapp.net', { text: 'Hi' });
  await isFound('a number that is not on WhatsApp');
  await ada.socket.sendNode(makeNode('message', { id: '3EB0AB', to: ben.lidJid, type: 'text' }, []));
  await isFound('encrypted for nobody');
  await ada.socket.sendReceipt(ben.lidJid, undefined, ['3EB0AC'], 'read');
  await isFound('a receipt for a message that nobody sent');
  await ada.socket.sendNode(makeNode('nonsense', { id: '1' }));
  await isFound('a stanza that nobody expects');
  expect(() => peer.assertClean()).toThrow('used before');
});

test('the peer runs as a process of its own, with commands by HTTP', async () => {
  const peer = await startPeerProcess();
  try {
    expect(await peer.client.run('introduce', { phone: BEN, name: 'Ben' })).toMatchObject({ phone: BEN });
    await peer.client.run('sendText', { from: BEN, to: CEM, text: 'Hi' });
    expect(await peer.client.run('received', { phone: CEM })).toMatchObject([{ from: BEN, text: 'Hi' }]);
    const group = await peer.client.run('createGroup', { phone: BEN, subject: 'Two', members: [CEM] });
    await peer.client.run('renameGroup', { phone: BEN, group, subject: 'Us two' });
    expect(await peer.client.run('group', { group })).toMatchObject({ subject: 'Us two', members: [{}, {}] });
    expect(await errorOf(peer.client.run('scan', { qr: 'nothing', phone: ADA }))).toContain('unknown or has expired');
    expect(await peer.client.run('faults')).toEqual([]);
  } finally {
    await peer.stop();
  }
});

test('files go through the media store both ways, and a missing one is uploaded again', async () => {
  const peer = await start();
  const ben = peer.person(BEN);
  const ada = await link(peer, ADA);
  const bytes = Buffer.from('a picture, or so');
  const sent = await ada.sendFile(ben.lidJid, {
    document: bytes,
    mimetype: 'application/pdf',
    fileName: 'a.pdf',
  });
  const got = await ben.receivesMessage(sent?.key.id ?? '');
  expect(got.file).toEqual(bytes);
  peer.assertClean();

  await ben.sendFile(ADA, 'document', bytes, { fileName: 'b.pdf', caption: 'From Ben' });
  const back = await ada.receives('From Ben');
  const path = back.message?.documentMessage?.directPath ?? '';
  expect(sha256(Buffer.from(await (await fetch(peer.mediaUrl + path)).arrayBuffer()))).toEqual(
    Buffer.from(back.message?.documentMessage?.fileEncSha256 ?? []),
  );
  peer.media.remove(path);
  expect((await fetch(peer.mediaUrl + path)).status).toBe(404);
  const updated = await ada.socket.updateMediaMessage(back);
  const newPath = updated.message?.documentMessage?.directPath ?? '';
  expect(newPath).not.toBe(path);
  peer.media.failNext('GET', { kind: 'corrupted' });
  expect((await fetch(peer.mediaUrl + newPath)).status).toBe(200);
  peer.media.reupload = 'not found';
  expect(await errorOf(ada.socket.updateMediaMessage(back))).toContain('Failed to re-upload');
  await peer.settled();
  peer.assertClean();
});

test('a client is linked by a code that is entered at the phone, and not by another code', async () => {
  const peer = await start();
  const ada = new RealClient(peer, ADA);
  started.clients.push(ada);
  const socket = ada.open();
  const isNew = new Promise((resolve) => {
    socket.ev.on('connection.update', ({ isNewLogin }) => {
      if (isNewLogin === true) resolve(isNewLogin);
    });
  });
  await new Promise((resolve) => {
    socket.ev.on('connection.update', ({ qr }) => {
      if (qr !== undefined) resolve(qr);
    });
  });
  const code = await socket.requestPairingCode(ADA);
  expect(await peer.enterCode(code, ADA)).toBe(`${ADA}:1@s.whatsapp.net`);
  expect(await isNew).toBe(true);
  await ada.connect();
  await peer.person(BEN).sendText(ADA, 'Hi');
  await ada.receives('Hi');
  peer.assertClean();

  const other = new RealClient(peer, CEM);
  started.clients.push(other);
  const waiting = other.open();
  await new Promise((resolve) => {
    waiting.ev.on('connection.update', ({ qr }) => {
      if (qr !== undefined) resolve(qr);
    });
  });
  await waiting.requestPairingCode(CEM);
  expect(await errorOf(peer.enterCode('ABCD1234', CEM))).toContain('the code is wrong');
});

test('a device that is linked in the middle of a chat gets the next message too', async () => {
  const peer = await start();
  const [ada, ben] = await Promise.all([link(peer, ADA), link(peer, BEN)]);
  await ada.socket.sendMessage(peer.person(BEN).lidJid, { text: 'to one device' });
  await ben.receives('to one device');
  const second = await link(peer, BEN);
  await peer.settled();
  await ada.socket.sendMessage(peer.person(BEN).lidJid, { text: 'to both' });
  await Promise.all([ben.receives('to both'), second.receives('to both')]);
  await second.socket.logout();
  await peer.world.until(() => peer.person(BEN).companions.size === 1 || undefined, 'it is gone');
  await peer.settled();
  await ada.socket.sendMessage(peer.person(BEN).lidJid, { text: 'to one again' });
  await ben.receives('to one again');
  peer.assertClean();
});

test('a chat moves from the phone number to the LID without a break', async () => {
  const peer = await start({ addressing: 'phone' });
  const ben = peer.person(BEN);
  const ada = await link(peer, ADA);
  await ben.sendText(ADA, 'from a number', { hidesAlternative: true });
  expect((await ada.receives('from a number')).key).toMatchObject({ remoteJid: ben.jid, remoteJidAlt: undefined });
  await ada.socket.sendMessage(ben.jid, { text: 'to a number' });
  await ben.receivesMessage('to a number');
  peer.world.addressing = 'lid';
  await ben.sendText(ADA, 'from a LID');
  expect((await ada.receives('from a LID')).key).toMatchObject({ remoteJid: ben.lidJid, remoteJidAlt: ben.jid });
  await ada.socket.sendMessage(ben.lidJid, { text: 'to a LID' });
  await ben.receivesMessage('to a LID');
  const cem = peer.person(CEM);
  await cem.sendText(ADA, 'only a LID', { hidesAlternative: true });
  expect((await ada.receives('only a LID')).key).toMatchObject({ remoteJid: cem.lidJid, remoteJidAlt: undefined });
  await peer.settled();
  peer.assertClean();
});
