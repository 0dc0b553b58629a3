import { expect, test } from 'bun:test';

import { monotonic } from '../../../server/clock';
import { createHeldSockets } from '../../../server/whatsapp/sockets/held';

const socket = (id: string) =>
  [
    { id, owner: 'me', fence: 1 },
    { driver: 'web', generation: 1 },
  ] as const;

test('the lease of a socket counts from its claim, not from its opening, and then from its last renewal', () => {
  const held = createHeldSockets({ leaseMs: 20_000, marginMs: 5000 });
  held.add(...socket('opened at once'), 20_000);
  held.add(...socket('opened late'), 5000);
  expect(held.expired().map(({ id }) => id)).toEqual(['opened late']);
  held.extend('opened late', monotonic());
  expect(held.expired()).toEqual([]);
  held.extend('opened at once', monotonic() - 15_001);
  expect(held.expired().map(({ id }) => id)).toEqual(['opened at once']);
});
