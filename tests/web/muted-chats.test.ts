import { expect, test } from 'bun:test';

import { isMuted } from '../../web/features/whatsapp/chats/muted';

const NOW = Date.parse('2026-11-21T09:30:00Z');

test('a chat is muted until its mute is over', () => {
  expect(isMuted({ muted_until: null }, NOW)).toBe(false);
  expect(isMuted({ muted_until: '2026-11-21T09:30:01.000Z' }, NOW)).toBe(true);
  expect(isMuted({ muted_until: '2026-11-21T09:30:00.000Z' }, NOW)).toBe(false);
  expect(isMuted({ muted_until: '9999-12-31T00:00:00.000Z' }, NOW)).toBe(true);
});
