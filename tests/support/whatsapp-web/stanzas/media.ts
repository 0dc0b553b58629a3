import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { makeNode } from '../node';
import type { World } from '../world';

/** Where a client uploads files, and with which key. */
export function handleMediaConnection(world: World, connection: Connection, node: BinaryNode): void {
  const host = makeNode('host', { hostname: world.mediaHost, maxContentLengthBytes: '100000000', type: 'primary' });
  const attrs = { auth: world.media.auth, ttl: '3600', auth_ttl: '3600', max_buckets: '12', id: world.freshId() };
  connection.answer(node, [makeNode('media_conn', attrs, [host])]);
}
