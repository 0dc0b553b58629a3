import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { childrenOf } from '../node';
import type { World } from '../world';
import { accountHandlers } from './account';
import { handleAppState } from './app-state';
import { handleGroup } from './groups';
import { handleMediaConnection } from './media';
import { handlePreKeys } from './pre-keys';
import { handleUsync } from './usync';

export type IqHandler = (world: World, connection: Connection, node: BinaryNode) => void | Promise<void>;

/** By namespace. */
const HANDLERS: Readonly<Record<string, IqHandler>> = {
  ...accountHandlers,
  encrypt: handlePreKeys,
  usync: handleUsync,
  'w:g2': handleGroup,
  'w:m': handleMediaConnection,
  'w:sync:app:state': handleAppState,
};

/** Namespaces that a client may use before it is linked. */
const BEFORE_LOGIN = new Set(['md', 'w:p']);

export function handleIq(world: World, connection: Connection, node: BinaryNode): void | Promise<void> {
  const { id = '', type, to, xmlns = '' } = node.attrs;
  if (id === '' || connection.requestIds.has(id)) world.fault('a request without an id of its own', node);
  connection.requestIds.add(id);
  if (type !== 'get' && type !== 'set' && xmlns !== 'w:stats') world.fault('a request of no type', node);
  if (to === undefined) world.fault('a request to nobody', node);
  const handler = HANDLERS[xmlns];
  if (handler === undefined) {
    world.fault(`a request <${childrenOf(node)[0]?.tag ?? ''}> that nobody expects`, node);
    return connection.refuse(node, 501, 'feature-not-implemented');
  }
  if (connection.companion === null && !BEFORE_LOGIN.has(xmlns)) {
    world.fault('a request before the login', node);
    return connection.refuse(node, 401, 'not-authorized');
  }
  return handler(world, connection, node);
}
