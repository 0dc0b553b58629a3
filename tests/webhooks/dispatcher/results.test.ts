import { expect, test } from 'bun:test';

import { newLane } from '../../../server/webhooks/dispatcher/lanes/lane';
import { settleAttempt } from '../../../server/webhooks/dispatcher/settlement';
import { type DeliveryResult, writeResults } from '../../../server/webhooks/dispatcher/write-results';
import { claimDeliveries, type ClaimedDelivery } from '../../../server/webhooks/system/deliveries';
import { openLoad } from '../../faults/delivery-load';

const WEBHOOKS = 10;
const ROUNDS = 6;

const succeeded = (delivery: ClaimedDelivery, owner: string, needsHealthCheck: boolean): DeliveryResult => ({
  delivery,
  resultClass: 'success',
  attempt: undefined,
  settlement: settleAttempt({
    delivery,
    retry: { preset: 'none' },
    owner,
    resultClass: 'success',
    code: 'ok',
    status: 200,
    hintMs: null,
    now: Date.now(),
    random: () => 0,
  }),
  needsHealthCheck,
  lane: newLane(0),
});

test('two processes that have results of the same webhooks, in any order, never wait for each other', async () => {
  await using load = await openLoad();
  const { services } = load;
  const webhooks = await load.webhooks(WEBHOOKS, 'https://receiver.example');
  await load.emit(ROUNDS * 2);
  const claim = (owner: string) =>
    services.store.transaction(async (tx) => {
      const now = Date.now() + 1000;
      const claimed: ClaimedDelivery[][] = [];
      for (const { no } of webhooks) {
        const range = { webhookNo: no, owner, now, leaseUntil: now + 60_000, limit: ROUNDS };
        claimed.push(await claimDeliveries(tx, range));
      }
      return claimed;
    });
  const [one, two] = [await claim('nod_one'), (await claim('nod_two')).toReversed()];

  for (let round = 0; round < ROUNDS; round += 1) {
    const write = (claimed: ClaimedDelivery[][], owner: string) => {
      // The last of them changes the health, and so its row is locked before all others.
      const results = claimed.flatMap((rows, index) =>
        rows.slice(round, round + 1).map((row) => succeeded(row, owner, round % 2 > 0 && index === WEBHOOKS - 1)),
      );
      return services.store.transaction((tx) => writeResults(services, tx, results));
    };
    const written = await Promise.all([write(one, 'nod_one'), write(two, 'nod_two')]);
    expect(written.map(({ late }) => late)).toEqual([0, 0]);
  }
  expect(await load.states()).toEqual({ 2: WEBHOOKS * ROUNDS * 2 });
});
