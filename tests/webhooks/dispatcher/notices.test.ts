import { expect, test } from 'bun:test';

import { engine } from '../../../server/db/engine';
import { createLog } from '../../../server/log';
import { createNotices } from '../../../server/webhooks/dispatcher/notices';
import { database } from '../../support/app';
import { until } from '../../support/process';

test.skipIf(engine === 'sqlite')(
  'processes on one PostgreSQL notify each other of due deliveries, but not themselves',
  async () => {
    const open = async (me: string) => {
      const received = { due: [] as number[], changed: [] as number[], missed: 0 };
      const notices = createNotices(
        { nodeId: me, database, log: createLog('silent') },
        {
          due: (nos) => void received.due.push(...nos),
          changed: (nos) => void received.changed.push(...nos),
          missed: () => void (received.missed += 1),
        },
      );
      await notices.start();
      return { ...notices, received };
    };
    const [one, other] = [await open('one'), await open('other')];
    // Each looks for itself once it is notified: what was sent before is lost.
    await until(() => one.received.missed === 1 && other.received.missed === 1);
    one.due([1, 2]);
    one.due([2, 3]);
    one.changed([4]);
    await until(() => other.received.changed.length > 0);
    expect(other.received).toEqual({ due: [1, 2, 3], changed: [4], missed: 1 });

    // Too many for one notice.
    other.due(Array.from({ length: 3000 }, (_, index) => index));
    await until(() => one.received.missed === 2);
    expect(one.received).toEqual({ due: [], changed: [], missed: 2 });
    await Promise.all([one.stop(), other.stop()]);
  },
);
