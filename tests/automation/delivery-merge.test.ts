import { describe, expect, test } from 'bun:test';

import type { DeliveryChange } from '../../server/automation/channels/channel';
import type { PublicationDeliveryRow } from '../../server/automation/publications/present';
import { advanceDelivery, mergedStatus } from '../../server/automation/publisher/merge';
import { newId } from '../../shared/ids';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

/** A delivery with this number of parts that was handed over. */
function handed(count = 1): PublicationDeliveryRow {
  const parts = Array.from({ length: count }, (_, index) => ({
    type: 'text',
    status: 'sending' as const,
    reference: `msg_${index}`,
    error: null,
  }));
  return {
    id: newId('pdl'),
    status: 'sending',
    waitReason: null,
    nextAttemptAt: null,
    parts,
    error: null,
    sentAt: null,
    deliveredAt: null,
    readAt: null,
    updatedAt: at(0),
  } as unknown as PublicationDeliveryRow;
}

const change = (status: DeliveryChange['status'], part = 0, seconds = 1): DeliveryChange => ({
  deliveryId: '',
  reference: `msg_${part}`,
  status,
  at: at(seconds),
  error: status === 'failed' ? { code: 'x', message: 'X.', provider: null, retryable: false } : null,
});

function after(row: PublicationDeliveryRow, changes: readonly DeliveryChange[]): PublicationDeliveryRow {
  const state = { ...row };
  for (const one of changes) Object.assign(state, advanceDelivery(state, one));
  return state;
}

const ordersOf = <T>(items: readonly T[]): T[][] =>
  items.length <= 1
    ? [[...items]]
    : items.flatMap((item, index) => ordersOf(items.toSpliced(index, 1)).map((rest) => [item, ...rest]));

const SETS: readonly (readonly DeliveryChange['status'][])[] = [
  ['sent', 'delivered', 'read'],
  ['sending', 'waiting', 'sent', 'delivered'],
  ['unconfirmed', 'sent', 'delivered', 'read'],
  ['sent', 'failed'],
  ['sent', 'failed', 'delivered'],
  ['unconfirmed', 'failed'],
  ['expired', 'sent', 'read'],
  ['canceled', 'expired'],
];

describe('reported changes of a delivery', () => {
  for (const statuses of SETS) {
    test(`${statuses.join(', ')} end in one state whatever their order, and repeated`, () => {
      const ends = new Set<string>();
      for (const order of ordersOf(statuses)) {
        const once = after(
          handed(),
          order.map((status) => change(status)),
        );
        const twice = after(
          once,
          order.map((status) => change(status)),
        );
        expect(twice.status).toBe(once.status);
        ends.add(once.status);
      }
      expect(ends.size).toBe(1);
    });
  }

  test('are ignored for a part that another message replaced', () => {
    expect(advanceDelivery(handed(), { ...change('sent'), reference: 'msg_other' })).toBeUndefined();
  });

  test('do not end a withdrawn delivery; only an arrival counts', () => {
    const [part] = handed().parts;
    const back = { ...handed(), status: 'waiting', parts: [{ ...part, status: 'pending' }] } as PublicationDeliveryRow;
    for (const status of ['canceled', 'failed', 'sending', 'expired'] as const) {
      expect(advanceDelivery(back, change(status))).toBeUndefined();
    }
    expect(advanceDelivery(back, change('delivered'))).toMatchObject({ status: 'delivered' });
  });

  test('keep the time of each step', () => {
    const row = after(handed(), [change('sent', 0, 1), change('delivered', 0, 2), change('read', 0, 3)]);
    expect([row.sentAt, row.deliveredAt, row.readAt]).toEqual([at(1), at(2), at(3)]);
  });
});

test('a delivery has the lowest status of its parts', () => {
  expect(after(handed(2), [change('read', 0)]).status).toBe('sending');
  expect(after(handed(2), [change('read', 0), change('sent', 1)]).status).toBe('sent');
  expect(after(handed(2), [change('read', 0), change('failed', 1)])).toMatchObject({
    status: 'failed',
    error: { code: 'x' },
  });
  expect(after(handed(2), [change('failed', 0)]).status).toBe('sending');
  expect(mergedStatus([{ status: 'unconfirmed' }, { status: 'delivered' }])).toBe('unconfirmed');
});
