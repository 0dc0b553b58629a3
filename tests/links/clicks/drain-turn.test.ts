import { describe, expect, test } from 'bun:test';

import { turnByLease, turnByLock, type TurnOptions } from '../../../server/links/clicks/drain/drain-turn';

function drainerOf(clicks: { wait: boolean }) {
  const asked: string[] = [];
  const drainer = {
    wake: () => void asked.push('wake'),
    call: async (verb: string) => void asked.push(verb),
  } as unknown as TurnOptions['drainer'];
  return { asked, options: { drainer, isWaiting: () => clicks.wait } };
}

describe('the Worker that counts clicks', () => {
  test('is not started for nothing; it counts what another process left', async () => {
    const clicks = { wait: false };
    const { asked, options } = drainerOf(clicks);
    for (const turn of [turnByLock({ takeLock: () => () => {} }, options), turnByLease(options)]) {
      clicks.wait = false;
      turn.start();
      turn.retry();
      await turn.settled();
      expect([turn.isOurs(), asked]).toEqual([true, []]);

      clicks.wait = true;
      turn.retry();
      expect(asked.splice(0)).toEqual(['wake']);
      turn.stop();
    }
  });

  test('counts what waits at the start, unless another process does', async () => {
    const { asked, options } = drainerOf({ wait: true });
    const locks = [undefined, () => {}];
    const turn = turnByLock({ takeLock: () => locks.shift() }, options);
    turn.start();
    await turn.settled();
    expect([turn.isOurs(), asked]).toEqual([false, []]);
    turn.retry();
    expect([turn.isOurs(), asked]).toEqual([true, ['wake', 'drainAll']]);
  });
});
