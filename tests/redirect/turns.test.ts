import { expect, test } from 'bun:test';

import type { ClickRecord } from '../../server/links/clicks/journal/record';
import type { Answers } from '../../server/links/redirect/answers';
import type { Asked } from '../../server/links/redirect/click';
import type { RedirectParts } from '../../server/links/redirect/parts';
import { createPlainVisits } from '../../server/links/redirect/plain';
import type { CompiledLink, LinkHost } from '../../server/links/redirect/types';

const asked = { userAgent: '', address: '192.0.2.1', referrer: '', language: '', country: null, query: '' };
const link: CompiledLink = {
  key: 'a',
  id: 'lnk_1',
  workspaceId: 'ws_1',
  url: 'https://example.com/',
  version: 1,
  status: 302,
  indexable: false,
  forwardQuery: 'append',
  tagIds: [],
  extras: undefined,
};

/** Visits of one turn of the event loop, with what is kept of them. */
function turn() {
  const kept: ClickRecord[] = [];
  const failures: unknown[] = [];
  const parts = {
    counts: { add: () => {}, took: () => {} },
    now: () => 0,
    interestOf: () => 0,
    keep: (clicks: readonly ClickRecord[]) => void kept.push(...clicks),
    failed: (error: unknown) => void failures.push(error),
  } as unknown as RedirectParts;
  const answers = { unavailable: () => new Response(null, { status: 503 }) } as unknown as Answers;
  const host = {
    redirectTo: (url: string) => new Response(null, { status: 302, headers: { Location: url } }),
  } as unknown as LinkHost;
  const visit = createPlainVisits(parts, answers);
  const ask = (query: string) => visit(new Request('http://sb.example/'), host, link, asked as Asked, query);
  return { ask, kept, failures };
}

test('who asks for what fits into no header fails alone, not with all who came in the same turn', async () => {
  const { ask, kept, failures } = turn();
  const responses = await Promise.all([ask('a=1'), ask('a=\u65e5\n'), ask('a=2')]);

  expect(responses.map(({ status }) => status)).toEqual([302, 503, 302]);
  expect(responses.map(({ headers }) => headers.get('location'))).toEqual([
    'https://example.com/?a=1',
    null,
    'https://example.com/?a=2',
  ]);
  expect([kept.length, failures.length]).toEqual([2, 1]);
});
