import { describe, expect, test } from 'bun:test';

import type { Feature } from '../../../server/whatsapp/drivers/web/worker/session-types';
import { until } from '../../support/until';
import { lasting } from '../../support/waiting';
import { startProxy } from './proxy';
import { startSessionStage } from './session-stage';
import { textJob } from './stage';

/** Pauses of seconds and minutes take milliseconds. */
const QUICK = { timings: { pauseFactor: 0.001 } };
const PHONE = '15550001111';
const ADA = '15550002222';

describe('a connection that ends', () => {
  test('comes back after the server has dropped it', async () => {
    await using stage = await startSessionStage(QUICK);
    await stage.link('wa_1', PHONE);
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'reconnecting');
    await stage.reaches('wa_1', 'connected');
    expect(stage.statuses('wa_1')).toEqual(['pairing', 'connected', 'reconnecting', 'connected']);
    stage.peer.assertClean();
  });

  test('is a failure of the network from the tenth time on, and is healthy again once it is back', async () => {
    await using stage = await startSessionStage({ timings: { pauseFactor: 0.0001 } });
    await stage.link('wa_1', PHONE);
    stage.peer.refuseConnections();
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'reconnecting: network');
    await stage.eventOf('wa_1', 'health', ({ reason }) => reason?.code === 'offline' && reason.active);
    stage.peer.acceptConnections();
    await stage.reaches('wa_1', 'connected');
    await stage.eventOf('wa_1', 'health', ({ reason }) => reason?.code === 'offline' && !reason.active);
  });

  test('because of another client comes back once, and not a second time', async () => {
    await using stage = await startSessionStage(QUICK);
    await stage.link('wa_1', PHONE);
    stage.peer.closeAll(440);
    await stage.reaches('wa_1', 'reconnecting');
    await stage.reaches('wa_1', 'connected');
    stage.peer.closeAll(440);
    await stage.reaches('wa_1', 'disconnected: replaced_by_other_client');
  });

  test('because the phone removed the device leaves no key behind', async () => {
    await using stage = await startSessionStage(QUICK);
    await stage.link('wa_1', PHONE);
    stage.peer.unlink(PHONE);
    await stage.reaches('wa_1', 'logged_out: device_removed');
    for (const table of ['credentials', 'keys', 'values']) {
      const rows = await stage.services.database.read({ text: `select * from whatsapp_web_${table}`, values: [] });
      expect([table, rows]).toEqual([table, []]);
    }
  });

  test.each([402, 403, 406])('with %i is a ban', async (code) => {
    await using stage = await startSessionStage(QUICK);
    await stage.link('wa_1', PHONE);
    stage.peer.failLogins(code);
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'failed: banned');
  });

  test('because its version is too old comes back with the one of the library', async () => {
    await using stage = await startSessionStage({ ...QUICK, settings: { version: [2, 2000, 1] } });
    await stage.link('wa_1', PHONE);
    stage.peer.failLogins(405);
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'reconnecting');
    await stage.reaches('wa_1', 'connected');
    expect(stage.services.versions.current).toEqual(stage.library.DEFAULT_CONNECTION_CONFIG.version);

    stage.peer.failLogins(405);
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'failed: client_outdated');
  });

  test('because it is not a multi-device account is a bad session', async () => {
    await using stage = await startSessionStage(QUICK);
    await stage.link('wa_1', PHONE);
    stage.peer.failLogins(411);
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'failed: bad_session');
  });

  test('because of a bad session is tried three times', async () => {
    await using stage = await startSessionStage(QUICK);
    await stage.link('wa_1', PHONE);
    stage.peer.failLogins(500, { times: 3 });
    stage.peer.drop(PHONE);
    const connections = () => stage.statuses('wa_1').filter((status) => status === 'connected').length;
    await stage.until('wa_1', () => (connections() === 2 ? true : undefined));
    stage.peer.failLogins(500, { times: 4 });
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'failed: bad_session');
  });

  test('because the service is unavailable is tried ten times', async () => {
    await using stage = await startSessionStage({ timings: { pauseFactor: 0.0001 } });
    await stage.link('wa_1', PHONE);
    stage.peer.failLogins(503, { times: 11 });
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'disconnected: reconnect_limit');
  });

  test('is not opened again when a newer owner holds the instance', async () => {
    await using stage = await startSessionStage(QUICK);
    await stage.link('wa_1', PHONE);
    // A write would show the newer owner too.
    const stored = () => stage.services.database.read({ text: 'select sealed from whatsapp_web_keys', values: [] });
    await until(async () => {
      const before = await stored();
      await lasting(300);
      return Bun.deepEquals(before, await stored());
    });
    await stage.services.database.claim({ instanceId: 'wa_1', fence: 2 });
    stage.peer.drop(PHONE);
    await stage.reaches('wa_1', 'reconnecting');
    await until(() => stage.lost.length > 0);
    expect(stage.lost).toEqual(['wa_1']);
    expect(stage.statuses('wa_1').filter((status) => status === 'connected')).toHaveLength(1);
    expect(stage.peer.world.connections.size).toBe(0);
  });

  test('by our own stop says nothing and keeps the keys', async () => {
    await using stage = await startSessionStage(QUICK);
    const session = await stage.link('wa_1', PHONE);
    await session.stop();
    expect(stage.statuses('wa_1').at(-1)).toBe('connected');
    await stage.start('wa_1', { generation: 2 });
    await stage.eventOf('wa_1', 'connection', ({ status, generation }) => status === 'connected' && generation === 2);
    expect(stage.of('wa_1').filter(({ kind }) => kind === 'pairing')).toHaveLength(1);
  });
});

/** The connection that is open may be silent for a moment only; the next one has its time, as a slow machine needs it. */
async function silenced(stage: Awaited<ReturnType<typeof startSessionStage>>, cut: () => void): Promise<void> {
  const { timings } = stage.services;
  const { silence } = timings;
  timings.silence = 700;
  await stage.peer.person(ADA).sendText(PHONE, 'Still there');
  await stage.peer.settled();
  cut();
  timings.silence = silence;
}

describe('an open connection', () => {
  test('on which nothing comes any more is dropped and opened again', async () => {
    await using stage = await startSessionStage(QUICK);
    await stage.link('wa_1', PHONE);
    await silenced(stage, () => stage.peer.freeze());
    await stage.reaches('wa_1', 'reconnecting');
    await stage.reaches('wa_1', 'connected');
  });

  test('whose network is gone is ended at once, without waiting for an answer to its closing', async () => {
    await using stage = await startSessionStage(QUICK);
    const proxy = startProxy();
    await stage.start('wa_1', { proxyUrl: proxy.url });
    const { raw } = await stage.eventOf('wa_1', 'pairing');
    await stage.peer.scan(raw, PHONE);
    await stage.reaches('wa_1', 'connected');
    await silenced(stage, () => proxy.goDead());
    await stage.reaches('wa_1', 'reconnecting');
    await stage.reaches('wa_1', 'connected');
    proxy.stop();
  });

  test('on which three sends in a row are not acknowledged is opened again, and given up the second time', async () => {
    const unanswered: Feature = { send: async () => ({ outcome: 'unknown', providerMessageId: null }) };
    await using stage = await startSessionStage({
      services: { features: [unanswered] },
      timings: { pauseFactor: 0.001 },
    });
    const session = await stage.link('wa_1', PHONE);
    const sendThree = async () => {
      await stage.peer.settled();
      for (const text of ['One', 'Two', 'Three']) await session.send(textJob(ADA, text));
    };
    await sendThree();
    await stage.reaches('wa_1', 'reconnecting');
    await stage.reaches('wa_1', 'connected');
    await sendThree();
    await stage.reaches('wa_1', 'failed: no_traffic');
  });

  test('whose probe is not answered is opened again, and given up the second time', async () => {
    await using stage = await startSessionStage({
      timings: { pauseFactor: 0.001, idleProbe: 50, probeTimeout: 200 },
    });
    await stage.link('wa_1', PHONE);
    stage.peer.ignoreNext({ xmlns: 'encrypt', child: 'count' });
    await stage.reaches('wa_1', 'failed: no_traffic');
    expect(stage.statuses('wa_1')).toContain('reconnecting');
  });
});

describe('with a proxy', () => {
  test('a connection is made through it', async () => {
    await using stage = await startSessionStage(QUICK);
    const proxy = startProxy();
    await stage.start('wa_1', { proxyUrl: proxy.url });
    const { raw } = await stage.eventOf('wa_1', 'pairing');
    await stage.peer.scan(raw, PHONE);
    await stage.reaches('wa_1', 'connected');
    expect(new Set(proxy.asked)).toEqual(new Set([new URL(stage.peer.url).host]));
    expect(proxy.asked).toHaveLength(2);
    proxy.stop();
  });

  test('no connection is made beside it when it is away', async () => {
    await using stage = await startSessionStage(QUICK);
    const proxy = startProxy();
    proxy.stop();
    await stage.start('wa_1', { proxyUrl: proxy.url });
    await stage.reaches('wa_1', 'disconnected: network');
    expect(stage.peer.world.connections.size).toBe(0);
    expect(stage.logged.join('')).not.toContain('password');
  });
});
