/** The driver alone, in this process, with its peer in another one: throughput, and the time of a login. */
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { createLog } from '../../server/log';
import { createWebHost } from '../../server/whatsapp/drivers/web/host';
import { startPeerProcess } from '../support/whatsapp-web/client';
import { createEventLog } from '../whatsapp/web/event-log';
import { SESSION, textJob } from '../whatsapp/web/stage';
import { quantile } from './open-loop';
import { numbers, rateOf } from './whatsapp-web-load';

const LOGINS = 40;
const PEOPLE = numbers(4, 15_550_200_001);
/** Sends of one account at a time. */
const AT_ONCE = 4;

export interface DriverFigures {
  sends: number;
  receives: number;
  /** Milliseconds. */
  loginP95: number;
}

export async function measureDriver({ accounts = 4, messages = 2000 } = {}): Promise<DriverFigures> {
  // The inbox waits for its disk with each message, which is not what is measured.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'whatsapp-web-bench-'));
  const peer = await startPeerProcess();
  const { url, root, mediaUrl } = peer.address;
  const run = peer.client.run.bind(peer.client);
  const log = createEventLog();
  let received = 0;
  const host = createWebHost({
    settings: () => ({
      store: { engine: 'sqlite', path: join(folder, 'keys.db') },
      inboxPath: join(folder, 'inbox.db'),
      secretKey: randomBytes(32).toString('base64'),
      version: null,
      passkeys: false,
      testPeer: { url, root, mediaUrl },
    }),
    isolation: 'thread',
    log: createLog('silent'),
    crashed: () => {},
    async apply(instanceId, events) {
      const messagesOfIt = events.filter(({ kind }) => kind === 'message').length;
      received += messagesOfIt;
      if (messagesOfIt < events.length)
        log.add(
          instanceId,
          events.filter(({ kind }) => kind !== 'message'),
        );
    },
  });
  try {
    for (const phone of PEOPLE) await run('introduce', { phone });
    const phones = numbers(accounts, 15_550_100_001);
    const idOf = (phone: string) => `wa_${phone}`;
    const start = (phone: string, generation: number) =>
      host.start({ ...SESSION, instanceId: idOf(phone), generation, fence: generation });
    const connected = (phone: string, generation: number) =>
      log.eventOf(idOf(phone), 'connection', (one) => one.status === 'connected' && one.generation === generation);
    const link = async (phone: string): Promise<void> => {
      await start(phone, 1);
      const { raw } = await log.eventOf(idOf(phone), 'pairing');
      await run('scan', { qr: raw, phone });
      await connected(phone, 1);
    };

    const [first = ''] = phones;
    await link(first);
    const logins: number[] = [];
    for (let generation = 2; generation < LOGINS + 2; generation += 1) {
      await host.stop(idOf(first), generation - 1);
      const began = performance.now();
      await start(first, generation);
      await connected(first, generation);
      logins.push(performance.now() - began);
    }
    for (const phone of phones.slice(1)) await link(phone);

    const to = (index: number): string => PEOPLE[index % PEOPLE.length] ?? '';
    // Sessions and devices are known to a server that works.
    for (const phone of phones) for (const person of PEOPLE) await host.send(idOf(phone), textJob(person, 'Warm'));
    const sends = await rateOf({ total: messages, atOnce: accounts * AT_ONCE }, async (index) => {
      const { outcome } = await host.send(idOf(phones[index % accounts] ?? ''), textJob(to(index), `Out ${index}`));
      if (outcome !== 'sent') throw new Error(`A message was ${outcome}.`);
    });

    const before = received;
    const each = Math.ceil(messages / accounts);
    const receives = await rateOf(
      { total: accounts, atOnce: accounts },
      (index) => run('sendMany', { from: to(index), to: phones[index] ?? '', text: 'In', count: each }),
      () => received >= before + each * accounts,
    );
    return {
      sends,
      receives: receives * each,
      loginP95: quantile(
        logins.toSorted((a, b) => a - b),
        0.95,
      ),
    };
  } finally {
    await host.close();
    await peer.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
