import type { BinaryNode } from 'baileys';

import { handleCall } from '../calls';
import type { Connection } from '../connection';
import { childOf, makeNode, nowInSeconds } from '../node';
import { handleChatState, handlePresence } from '../presence';
import type { World } from '../world';
import { handleIq } from './iq';
import { handleMessage } from './message';
import { handleReceipt } from './receipt';

/** What a client tells the server about itself. */
const IB = new Set(['unified_session', 'offline_batch']);

/** Everything that a client sends after the handshake, but answers to requests of the server. */
export async function handleNode(world: World, connection: Connection, node: BinaryNode): Promise<void> {
  const reaction = world.interventions.take(connection, node);
  if (reaction?.kind === 'ignore') return;
  if (reaction?.kind === 'refuse') return refuse(connection, node, reaction.code, reaction.attrs);
  if (node.tag === 'iq') return handleIq(world, connection, node);
  if (node.tag === 'message') return handleMessage(world, connection, node);
  if (node.tag === 'receipt') return handleReceipt(world, connection, node);
  if (node.tag === 'ack') return handleAck(world, connection, node);
  if (node.tag === 'presence') return handlePresence(world, connection, node);
  if (node.tag === 'chatstate') return handleChatState(world, connection, node);
  if (node.tag === 'call') return handleCall(world, connection, node);
  const isExpected = node.tag === 'ib' && IB.has(childOf(node)?.tag ?? '');
  if (!isExpected) world.fault('a stanza that nobody expects', node);
}

function refuse(connection: Connection, node: BinaryNode, code: number, attrs: Record<string, string> = {}): void {
  if (node.tag === 'iq') return connection.refuse(node, code);
  connection.send(
    makeNode('ack', {
      class: node.tag,
      id: node.attrs['id'],
      from: node.attrs['to'],
      t: nowInSeconds(),
      error: String(code),
      ...attrs,
    }),
  );
}

function handleAck(world: World, connection: Connection, node: BinaryNode): void {
  const tag = node.attrs['class'] ?? '';
  const isKnown = connection.companion?.acknowledge(tag, node.attrs) ?? connection.acknowledge(node.attrs['id']);
  if (!isKnown) world.fault('an acknowledgement of nothing', node);
  world.changed();
}
