import type { Companion } from '../companion';
import { makeNode, nowInSeconds } from '../node';
import type { World } from '../world';

/** Tells every other linked device that a person linked a device, or removed one. */
export function announceDevice(world: World, companion: Companion, change: 'add' | 'remove'): void {
  const { owner } = companion;
  for (const other of world.companions()) {
    if (other === companion) continue;
    const id = world.freshId();
    if (change === 'add') other.hideFrom(companion);
    const device = (jid: string) => makeNode('device', { jid, 'key-index': String(companion.device) });
    const [from, jid] = world.addressing === 'lid' ? [owner.lidJid, companion.lid] : [owner.jid, companion.jid];
    const attrs = { id, from, type: 'devices', t: nowInSeconds(), lid: owner.lidJid };
    other.deliver(makeNode('notification', attrs, [makeNode(change, {}, [device(jid)])]), () => {
      companion.showTo(other);
    });
  }
}
