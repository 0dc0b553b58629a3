import type { BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { GroupRefusal, type Group } from '../groups/group';
import { childrenOf } from '../node';
import type { Person } from '../person';
import type { World } from '../world';
import { anyGroupRequests, groupRequests } from './group-requests';

/** Requests of clients about groups. */
export function handleGroup(world: World, connection: Connection, node: BinaryNode): void {
  const { companion } = connection;
  const [request] = childrenOf(node);
  if (companion === null || request === undefined) return;
  try {
    connection.answer(node, answerTo(world, companion.owner, node, request));
  } catch (error) {
    if (!(error instanceof GroupRefusal)) throw error;
    connection.refuse(node, error.code, error.message);
  }
}

function answerTo(world: World, me: Person, node: BinaryNode, request: BinaryNode): BinaryNode[] | undefined {
  const { to, type } = node.attrs;
  const name = `${type} ${request.tag}`;
  if (to === '@g.us') {
    const handle = anyGroupRequests[name];
    if (handle !== undefined) return handle(world, me, request);
  }
  const handle = groupRequests[name];
  if (handle !== undefined) return handle(world, find(world, to), me, request);
  world.fault('a request about a group that nobody expects', node);
  throw new GroupRefusal(400, 'bad-request');
}

function find(world: World, id: string | undefined): Group {
  const group = world.groups.get(id ?? '');
  if (group === undefined) throw new GroupRefusal(404, 'item-not-found');
  return group;
}
