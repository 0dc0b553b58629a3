import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { makeNode } from '../node';
import type { World } from '../world';

export function handleMediaConnection(_world: World, connection: Connection, node: BinaryNode): void {
  const host = makeNode('host', { hostname: '127.0.0.1', maxContentLengthBytes: '100000000' });
  connection.answer(node, [makeNode('media_conn', { auth: 'peer', ttl: '3600', id: '1' }, [host])]);
}
