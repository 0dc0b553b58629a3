import type { BinaryNode } from 'baileys';

import { makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import { participantAttrs } from '../send';
import type { World } from '../world';
import type { Group } from './group';

/** Tells people about a change of a group: the members, unless others are named. */
export function notifyGroup(
  world: World,
  group: Group,
  actor: Person | null,
  change: BinaryNode,
  people: Iterable<Person> = group.people(),
): void {
  const attrs = {
    type: 'w:gp2',
    from: group.id,
    id: world.freshId(),
    t: nowInSeconds(),
    ...(actor === null
      ? { addressing_mode: group.addressing === 'lid' ? 'lid' : 'pn' }
      : { ...participantAttrs(actor, group.addressing), notify: actor.name }),
  };
  for (const person of new Set(people)) {
    for (const companion of person.companions.values()) companion.deliver(makeNode('notification', attrs, [change]));
  }
  world.changed();
}
