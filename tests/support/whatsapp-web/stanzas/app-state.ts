import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { childOf, childrenOf, makeNode } from '../node';
import type { World } from '../world';

export function handleAppState(_world: World, connection: Connection, node: BinaryNode): void {
  const collections = childrenOf(childOf(node, 'sync'), 'collection').map((collection) =>
    makeNode('collection', { name: collection.attrs['name'], type: 'result', version: '0' }),
  );
  connection.answer(node, [makeNode('sync', {}, collections)]);
}
