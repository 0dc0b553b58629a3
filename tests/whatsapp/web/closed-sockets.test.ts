import { expect, test } from 'bun:test';

import { until } from '../../support/process';
import { startSessionStage } from './session-stage';

const PHONE = '15550001111';

test('a socket that was closed is not kept in memory', async () => {
  const sockets: WeakRef<object>[] = [];
  const listen = ({ socket }: { socket: object }): void => void sockets.push(new WeakRef(socket));
  await using stage = await startSessionStage({
    timings: { pauseFactor: 0.001 },
    services: { features: [{ listen }] },
  });
  await stage.link('wa_1', PHONE);
  const before = sockets.length;
  stage.peer.drop(PHONE);
  await until(() => sockets.length > before && stage.statuses('wa_1').at(-1) === 'connected');
  await until(
    () => {
      Bun.gc(true);
      return sockets[0]?.deref() === undefined;
    },
    { everyMs: 50 },
  );
  expect(sockets.at(-1)?.deref()).toBeDefined();
});
