import { QueryIds, type BinaryNode } from 'baileys';

import type { Connection } from '../connection';
import { SERVER, childOf, makeNode, nowInSeconds, textOf } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

/** Why and until when an account may not begin chats. */
export interface Timelock {
  isActive: boolean;
  /** Seconds since 1970. */
  endsAt: number;
  type: string;
}

/** How many new chats an account may begin. */
export interface NewChatCap {
  total: number;
  used: number;
  status: 'NONE' | 'FIRST_WARNING' | 'SECOND_WARNING' | 'CAPPED';
}

/** Queries in the language of the graph, by their number. */
export function handleMex(world: World, connection: Connection, node: BinaryNode): void {
  const me = connection.companion?.owner;
  const query = childOf(node, 'query');
  if (me === undefined) return;
  const data = answerTo(query?.attrs['query_id'], me);
  if (data === null || !textOf(query).includes('"variables"')) {
    world.fault('a query that nobody expects', node);
    return connection.refuse(node, 400, 'bad-request');
  }
  return connection.answer(node, [makeNode('result', {}, Buffer.from(JSON.stringify({ data })))]);
}

/** Tells the linked devices of an account that it is restricted, or free again. */
export function announceTimelock(world: World, person: Person): void {
  notify(world, person, 'NotificationUserReachoutTimelockUpdate', {
    xwa2_notify_account_reachout_timelock: presentTimelock(person.timelock),
  });
}

export function announceNewChatCap(world: World, person: Person): void {
  notify(world, person, 'MessageCappingInfoNotification', {
    xwa2_notify_new_chat_messages_capping_info_update: presentCap(person.newChatCap),
  });
}

function answerTo(queryId: string | undefined, me: Person): object | null {
  if (queryId === QueryIds.REACHOUT_TIMELOCK)
    return { xwa2_fetch_account_reachout_timelock: presentTimelock(me.timelock) };
  return queryId === QueryIds.MESSAGE_CAPPING_INFO ? { xwa2_message_capping_info: presentCap(me.newChatCap) } : null;
}

const presentTimelock = ({ isActive, endsAt, type }: Timelock) => ({
  is_active: isActive,
  time_enforcement_ends: String(endsAt),
  enforcement_type: type,
});

const presentCap = ({ total, used, status }: NewChatCap) => ({
  total_quota: total,
  used_quota: used,
  cycle_start_timestamp: nowInSeconds(),
  cycle_end_timestamp: String(Number(nowInSeconds()) + 2_592_000),
  server_sent_timestamp: nowInSeconds(),
  ote_status: 'NOT_ELIGIBLE',
  mv_status: 'NOT_ELIGIBLE',
  capping_status: status,
});

function notify(world: World, person: Person, operation: string, data: object): void {
  for (const companion of person.companions.values()) {
    const attrs = { id: world.freshId(), from: SERVER, type: 'mex', t: nowInSeconds() };
    const update = makeNode('update', { op_name: operation }, Buffer.from(JSON.stringify({ data })));
    companion.deliver(makeNode('notification', attrs, [update]));
  }
  world.changed();
}
