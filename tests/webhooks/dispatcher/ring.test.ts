import { expect, test } from 'bun:test';

import { createRing } from '../../../server/webhooks/dispatcher/lanes/ring';

/** The workspaces of the next turns. */
const turns = (ring: ReturnType<typeof createRing>, count: number) =>
  Array.from({ length: count }, () => ring.next()?.workspaceId);

/** Workspaces `a`, `b`, … with three webhooks each, that have all had a turn. */
function backlog(...workspaces: string[]) {
  const ring = createRing();
  let no = 0;
  for (const workspace of workspaces) for (let at = 0; at < 3; at += 1) ring.add(workspace, (no += 1));
  turns(ring, workspaces.length);
  return ring;
}

test('new deliveries are sent before every backlog, repeatedly', () => {
  const ring = backlog('a', 'b', 'c');
  ring.add('idle', 100, true);
  ring.add('a', 50, true);
  expect(turns(ring, 3)).toEqual(['idle', 'a', 'a']);
  ring.add('idle', 100, true);
  expect(turns(ring, 3)).toEqual(['idle', 'b', 'c']);
});

test('a workspace that has used up its share of the round waits for its turn', () => {
  const ring = backlog('a', 'b');
  for (let sent = 0; sent < 16; sent += 1) {
    ring.add('busy', 100, true);
    expect(turns(ring, 1)).toEqual(['busy']);
    ring.charge('busy', 1);
  }
  ring.add('busy', 100, true);
  expect(turns(ring, 3)).toEqual(['a', 'b', 'busy']);
  // With its turn comes its next part.
  ring.add('busy', 100, true);
  expect(turns(ring, 2)).toEqual(['busy', 'a']);
});

test('the rest waits for its turn, even of a workspace without earlier rows', () => {
  const ring = backlog('a', 'b');
  ring.add('idle', 100);
  expect(turns(ring, 3)).toEqual(['a', 'b', 'idle']);
});

test('others have work only while their webhooks are in the ring', () => {
  const ring = createRing();
  ring.add('a', 1);
  expect([ring.hasOthers('a'), ring.hasOthers('b')]).toEqual([false, true]);
  ring.add('b', 2);
  expect([ring.hasOthers('a'), ring.hasOthers('b')]).toEqual([true, true]);
  turns(ring, 2);
  expect([ring.hasOthers('a'), ring.hasOthers('b'), ring.size]).toEqual([false, false, 0]);
});
