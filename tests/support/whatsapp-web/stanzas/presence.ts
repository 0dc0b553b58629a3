import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { makeNode } from '../node';
import type { World } from '../world';

/** Seconds since 1970 at which everybody was last seen. */
export const LAST_SEEN = 1_790_000_000;

/** Whoever asks for the presence of somebody learns at once that the person is away. */
export function handlePresence(world: World, connection: Connection, node: BinaryNode): void {
  if (node.attrs['type'] !== 'subscribe') return;
  const person = world.find(node.attrs['to']);
  if (person === undefined) return world.fault('a subscription to the presence of nobody', node);
  const attrs = { from: node.attrs['to'], type: 'unavailable', last: String(LAST_SEEN) };
  return connection.send(makeNode('presence', attrs));
}
