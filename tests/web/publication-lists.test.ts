import { expect, test } from 'bun:test';

import {
  deliveryState,
  troubles,
  type Publication,
  type PublicationDelivery,
} from '../../web/features/automation/publications/labels';

const tone = (wait_reason: PublicationDelivery['wait_reason']) =>
  deliveryState({ status: 'waiting', wait_reason } as PublicationDelivery).tone;

test('a delivery that waits for its time is as it should be, any other wait needs a look', () => {
  expect(tone('schedule')).toBe('info');
  expect(tone('quiet_hours')).toBe('info');
  expect(tone('channel_offline')).toBe('warning');
  expect(tone('retry')).toBe('warning');
  expect(deliveryState({ status: 'failed', wait_reason: null } as PublicationDelivery).tone).toBe('error');
});

test('an unconfirmed delivery is not called failed', () => {
  const of = (failed: number, expired: number, unconfirmed: number) =>
    troubles({ failed, expired, unconfirmed } as Publication['counters']);
  expect(of(0, 0, 0)).toBe('');
  expect(of(1, 1, 0)).toBe('2 failed');
  expect(of(1, 0, 1)).toBe('1 failed, 1 unconfirmed');
});
