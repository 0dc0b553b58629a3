import { expect, test } from 'bun:test';

import { pathParameters } from '../../web/features/activity/request-as-code';
import { countNew, mergeHead } from '../../web/ui/live/merge';

const rows = (...ids: number[]) => ids.map((id) => ({ id: String(id) }));
const head = (ids: number[], hasMore = true) => ({ data: rows(...ids), has_more: hasMore, next_cursor: 'below' });
const list = (...pages: number[][]) => ({
  pages: pages.map((ids) => ({ data: rows(...ids), has_more: true, next_cursor: `after ${ids.at(-1)}` })),
  pageParams: pages.map((_, index) => index),
});
const idsOf = ({ pages }: { pages: { data: { id: string }[] }[] }) =>
  pages.map(({ data }) => data.map(({ id }) => Number(id)));

test('new rows come in above, in the order of the server, and none twice', () => {
  const { data, arrived } = mergeHead(list([9, 7], [5, 4]), head([12, 11, 9, 8, 7, 5]));
  expect(idsOf(data)).toEqual([[12, 11, 9, 8, 7, 5], [4]]);
  expect(arrived).toEqual(['12', '11', '8']);
  expect(data.pages.at(-1)?.next_cursor).toBe('after 4');
  expect(countNew(list([9, 7]), head([12, 9]))).toBe(1);
});

test('a list restarts when the newest rows leave a gap', () => {
  const { data } = mergeHead(list([9, 7], [5, 4]), head([30, 29, 28]));
  expect(idsOf(data)).toEqual([[30, 29, 28]]);
  expect(data.pageParams).toEqual([0]);
  expect(data.pages[0]?.next_cursor).toBe('below');
  // All there is: nothing lies in between.
  expect(idsOf(mergeHead(list([2]), head([4, 3], false)).data)).toEqual([[4, 3, 2]]);
});

test('nothing new leaves the list as it is, and a long one is cut', () => {
  const known = list([9, 7]);
  expect(mergeHead(known, head([9, 7])).data).toBe(known);
  // Its last page is left out; what is left leads on to it.
  const down = (from: number, count: number) => Array.from({ length: count }, (_, index) => from - index);
  const long = list(down(10_000, 5000), down(5000, 4990), down(10, 10));
  const { pages, pageParams } = mergeHead(long, head([10_001, 10_000])).data;
  expect(pages.map(({ data }) => data.length)).toEqual([5001, 4990]);
  expect([pages.at(-1)?.next_cursor, pageParams]).toEqual(['after 11', [0, 1]]);
  // One page of new rows alone would grow for ever.
  const alone = list(down(10_000, 10_000));
  expect(idsOf(mergeHead(alone, head([10_001, 10_000])).data)).toEqual([[10_001, 10_000]]);
});

test('the parts of a path have the names of the operation', () => {
  expect(pathParameters('/keys/{key_id}/rotate', '/api/v1/keys/key_1/rotate')).toEqual({ key_id: 'key_1' });
  expect(pathParameters('/keys/{key_id}', '/api/v1/keys/%3Cb%3E')).toEqual({ key_id: '<b>' });
  expect(pathParameters('/keys/{key_id}', '/api/v1/keys/%E0')).toEqual({ key_id: '%E0' });
});
