import { makeNode, nowInSeconds } from '../node';
import type { Person } from '../person';
import type { World } from '../world';

/** Tells the clients of others that the phone of a person has new keys. */
export function announceIdentity(world: World, person: Person, others: Iterable<Person>): void {
  const attrs = { type: 'encrypt', from: person.addressed(world.addressing), id: world.freshId(), t: nowInSeconds() };
  for (const other of others) {
    if (other === person) continue;
    for (const companion of other.companions.values())
      companion.deliver(makeNode('notification', attrs, [makeNode('identity')]));
  }
  world.changed();
}
