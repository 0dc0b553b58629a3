import { expect, test } from 'bun:test';

import { createRing } from '../../server/delivery/ring';

/** The workspaces of the next turns. */
const turns = (ring: ReturnType<typeof createRing>, count: number) =>
  Array.from({ length: count }, () => ring.take()?.workspaceId);

/** Workspaces `a`, `b`, … with three webhooks each, that have all had a turn. */
function backlog(...workspaces: string[]) {
  const ring = createRing();
  let no = 0;
  for (const workspace of workspaces) for (let at = 0; at < 3; at += 1) ring.add(workspace, (no += 1));
  turns(ring, workspaces.length);
  return ring;
}

test('a workspace that had no work comes before those with a backlog, once', () => {
  const ring = backlog('a', 'b', 'c');
  ring.add('idle', 100);
  ring.add('idle', 101);
  expect(turns(ring, 6)).toEqual(['idle', 'a', 'b', 'c', 'idle', 'a']);
});

test('a workspace whose work comes and goes waits its turn like the others', () => {
  const ring = backlog('a', 'b');
  ring.add('idle', 100);
  expect(turns(ring, 1)).toEqual(['idle']);
  ring.add('idle', 100);
  expect(turns(ring, 3)).toEqual(['a', 'b', 'idle']);
  // After a round without work it is one that had none.
  expect(turns(ring, 3)).toEqual(['a', 'b', undefined]);
  ring.add('a', 1);
  ring.add('idle', 100);
  expect(turns(ring, 3)).toEqual(['a', 'idle', undefined]);
});

test('others have work only while their webhooks stand in the ring', () => {
  const ring = createRing();
  ring.add('a', 1);
  expect([ring.hasOthers('a'), ring.hasOthers('b')]).toEqual([false, true]);
  ring.add('b', 2);
  expect([ring.hasOthers('a'), ring.hasOthers('b')]).toEqual([true, true]);
  turns(ring, 2);
  expect([ring.hasOthers('a'), ring.hasOthers('b'), ring.size]).toEqual([false, false, 0]);
});
