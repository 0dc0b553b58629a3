import { isGroup } from './address';
import { makeNode, nowInSeconds } from './node';
import type { Person } from './person';
import type { World } from './world';

export type ReceiptType = 'delivered' | 'read' | 'played';

/** The receipts of one person for messages that clients sent. */
export function receiptFrom(world: World, person: Person, ids: string[], type: ReceiptType): void {
  for (const id of ids) {
    const message = world.messages.get(id);
    if (message === undefined) throw new Error(`no client sent a message ${id}`);
    const inGroup = isGroup(message.chat);
    const receipt = makeNode('receipt', {
      id,
      from: inGroup ? message.chat : person.addressed(message.addressing),
      participant: inGroup ? person.addressed(message.addressing) : undefined,
      type: type === 'delivered' ? undefined : type,
      t: nowInSeconds(),
    });
    for (const companion of message.sender.owner.companions.values()) companion.deliver(receipt);
  }
}
