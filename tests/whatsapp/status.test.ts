import { describe, expect, test } from 'bun:test';

import { advanceStatus, type StatusRow, type StatusReport } from '../../server/whatsapp/connections/status';
import { type MessageStatus, STATUS_RANK } from '../../shared/whatsapp/message';
import { seeded, shuffled } from './seeded';

const START = Date.UTC(2026, 10, 21, 9, 30);
const at = (seconds: number) => new Date(START + seconds * 1000);

const fresh = (status: MessageStatus, source: 'api' | 'provider' = 'api'): StatusRow => ({
  status,
  statusHistory: [{ status, at: at(0).toISOString(), source, error: null, applied: true }],
  error: null,
  acceptedAt: null,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
});

const report = (row: StatusRow, told: StatusReport): StatusRow => ({
  ...row,
  ...advanceStatus(row, told)?.changes,
});
const receipt = (status: MessageStatus, seconds = 1): StatusReport => ({ status, at: at(seconds), source: 'provider' });
const own = (status: MessageStatus): StatusReport => ({ status, at: at(1), source: 'api' });

const RECEIPTS = ['sent', 'delivered', 'read', 'played', 'failed'] as const;
/** `failed` counts for more than `sent`, and yields to the proof that the message arrived. */
const highestOf = (told: readonly MessageStatus[]): MessageStatus => {
  const reached = (['played', 'read', 'delivered'] as const).find((status) => told.includes(status));
  return reached ?? (told.includes('failed') ? 'failed' : 'sent');
};

describe('receipts', () => {
  test('lead to the highest status, whatever their order and repetition', () => {
    const random = seeded(7);
    for (let run = 0; run < 3000; run += 1) {
      const chosen = RECEIPTS.filter(() => random() < 0.6);
      if (chosen.length === 0) continue;
      const deck = chosen.flatMap((status) => Array.from({ length: 1 + Math.floor(random() * 3) }, () => status));
      const order = shuffled(deck, random);

      let row = fresh(random() < 0.5 ? 'sending' : 'unconfirmed');
      let height = -1;
      for (const status of order) {
        row = report(row, receipt(status));
        const rank = row.status in STATUS_RANK ? STATUS_RANK[row.status as keyof typeof STATUS_RANK] : 4.5;
        expect(rank).toBeGreaterThanOrEqual(height);
        height = rank;
      }
      expect(row.status).toBe(highestOf(chosen));
      const told = row.statusHistory.slice(1).map((entry) => entry.status);
      expect(told.toSorted()).toEqual([...new Set(chosen)].toSorted());
    }
  });

  test('a lower one is in the history and does not change the status', () => {
    const read = report(fresh('sending'), receipt('read', 3));
    const after = report(read, receipt('delivered', 2));
    expect(after.status).toBe('read');
    expect(after.statusHistory.at(-1)).toMatchObject({ status: 'delivered', applied: false });
    expect(after.deliveredAt).toEqual(at(2));
  });

  test('the same one again changes nothing', () => {
    const sent = report(fresh('sending'), receipt('sent'));
    expect(advanceStatus(sent, receipt('sent'))).toBeUndefined();
  });

  test('a failure of ours is replaced by the proof of `sent`; one of the provider is not', () => {
    const expired = report(fresh('queued'), own('failed'));
    expect(report(expired, receipt('sent')).status).toBe('sent');
    const refused = report(fresh('sending'), receipt('failed'));
    expect(report(refused, receipt('sent', 2)).status).toBe('failed');
    expect(report(refused, receipt('delivered', 2)).status).toBe('delivered');
  });

  test('a failure after the delivery is ignored', () => {
    const delivered = report(fresh('sending'), receipt('delivered'));
    expect(report(delivered, receipt('failed', 2)).status).toBe('delivered');
  });

  test('a failure of an earlier try does not fail the current one; its delivery counts', () => {
    const again = fresh('queued');
    const failed = report(again, { ...receipt('failed'), isOlderTry: true });
    expect(failed.status).toBe('queued');
    expect(report(failed, { ...receipt('delivered', 2), isOlderTry: true }).status).toBe('delivered');
  });

  test('an incoming message has no other status', () => {
    expect(advanceStatus(fresh('received', 'provider'), receipt('read'))).toBeUndefined();
  });

  test('the history is limited, and drops entries without a change first', () => {
    let row = report(fresh('sending'), receipt('read', 1));
    for (let second = 2; second < 500; second += 1) row = report(row, receipt('delivered', second));
    expect(row.statusHistory).toHaveLength(100);
    expect(row.statusHistory.filter(({ applied }) => applied).map(({ status }) => status)).toEqual(['sending', 'read']);
  });
});

describe('transitions by the service', () => {
  test('allow only the defined steps', () => {
    const allowed: [MessageStatus, MessageStatus][] = [
      ['scheduled', 'queued'],
      ['scheduled', 'canceled'],
      ['scheduled', 'failed'],
      ['queued', 'sending'],
      ['queued', 'canceled'],
      ['queued', 'failed'],
      ['sending', 'queued'],
      ['sending', 'unconfirmed'],
      ['sending', 'failed'],
      ['failed', 'queued'],
      ['unconfirmed', 'queued'],
    ];
    const all: MessageStatus[] = [
      'scheduled',
      'queued',
      'sending',
      'unconfirmed',
      'sent',
      'read',
      'failed',
      'canceled',
    ];
    for (const from of all) {
      for (const to of all) {
        const isAllowed = allowed.some(([one, other]) => one === from && other === to);
        expect([from, to, advanceStatus(fresh(from), own(to)) !== undefined]).toEqual([from, to, isAllowed]);
      }
    }
  });

  test('end once a message has a final status', () => {
    expect(advanceStatus(fresh('queued'), own('canceled'))?.changes).toMatchObject({ dueAt: null, waiting: null });
    expect(advanceStatus(fresh('sending'), receipt('sent'))?.changes).toMatchObject({
      dueAt: null,
      leaseOwner: null,
    });
    expect(advanceStatus(fresh('sending'), own('unconfirmed'))?.changes).not.toHaveProperty('dueAt');
  });
});
