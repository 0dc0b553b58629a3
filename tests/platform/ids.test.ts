import { expect, test } from 'bun:test';

import { earlierId, idPattern, timeOfId } from '../../shared/ids';

const TIME = Date.UTC(2026, 0, 15);

test('ids of an earlier time have it, and sort by creation, however many have one', () => {
  const ids = Array.from({ length: 10_000 }, () => earlierId('msg', TIME));
  expect(ids).toEqual(ids.toSorted());
  expect(new Set(ids).size).toBe(ids.length);
  const pattern = new RegExp(idPattern('msg'));
  for (const id of ids) expect([pattern.test(id), timeOfId(id)]).toEqual([true, TIME]);
  expect(earlierId('msg', TIME - 1) < (ids[0] ?? '')).toBe(true);
});
