import type { BinaryNode } from 'baileys';

import type { Companion } from '../companion';
import { makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';
import type { Group } from './group';

export interface Actor {
  person: Person;
  /** Null when the phone acts itself. */
  companion: Companion | null;
}

/** Tells the clients of all members what somebody did, but not the client that did it. */
export function announce(
  world: World,
  group: Group,
  actor: Actor,
  content: BinaryNode[],
  alsoTo: readonly Person[] = [],
): void {
  const by =
    group.addressing === 'lid'
      ? { participant: actor.person.lidJid, participant_pn: actor.person.jid }
      : { participant: actor.person.jid, participant_lid: actor.person.lidJid };
  for (const person of new Set([...group.people(), ...alsoTo])) {
    for (const companion of person.companions.values()) {
      if (companion === actor.companion) continue;
      const attrs = { from: group.id, type: 'w:gp2', id: `g${world.freshId()}`, t: nowInSeconds() };
      companion.deliver(makeNode('notification', { ...attrs, ...by, notify: actor.person.name }, content));
    }
  }
}
