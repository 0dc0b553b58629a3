import type { proto } from 'baileys';

import type { Connection } from './connection';
import { SERVER, makeNode, nowInSeconds } from './node';
import type { World } from './world';

/** A client that says it is linked: the key of the handshake proves it. */
export function logIn(world: World, connection: Connection, payload: proto.ClientPayload): void {
  const failure = world.loginFailures.shift();
  if (failure !== undefined) return connection.fail(failure.reason, failure.attrs);
  const phone = String(payload.username);
  const companion = world.findDevice(`${phone}:${payload.device ?? 0}@s.whatsapp.net`);
  if (companion === undefined || !('device' in companion)) return connection.fail(401);
  if (!companion.noiseKey.equals(connection.noise.clientKey)) {
    world.fault(`${phone} logged in with the wrong key`);
    return connection.fail(401);
  }
  if (payload.passive !== true) world.fault(`${phone} logged in without "passive"`);
  const previous = companion.connection;
  if (previous !== null && previous !== connection) {
    previous.endStream(null, [makeNode('conflict', { type: 'replaced' })]);
    previous.companion = null;
    world.replacements += 1;
  }
  world.logins += 1;
  companion.connection = connection;
  companion.pushName = payload.pushName || companion.pushName;
  connection.companion = companion;
  const t = nowInSeconds();
  connection.send(makeNode('success', { t, lid: companion.lid, props: '1', location: 'peer', creation: t }));
  const routing = makeNode('routing_info', {}, Buffer.from([8, companion.device]));
  connection.send(makeNode('ib', { from: SERVER }, [makeNode('edge_routing', {}, [routing])]));
  companion.deliverPending();
  world.changed();
}
