import { randomBytes } from 'node:crypto';

import type { Connection } from '../connection';
import { makeNode } from '../node';
import type { World } from '../world';
import { linkWith } from './demand';

const REFS = 6;

/** Gives a client that is not linked the refs of its QR codes. */
export async function offerQr(world: World, connection: Connection): Promise<void> {
  connection.refs = Array.from({ length: REFS }, () => `2@${randomBytes(24).toString('base64')}`);
  for (const ref of connection.refs) world.refs.set(ref, connection);
  const refs = connection.refs.map((ref) => makeNode('ref', {}, Buffer.from(ref)));
  await connection.request([makeNode('pair-device', {}, refs)], { xmlns: 'md' });
}

/** What a phone does after its camera reads the QR code. Answers with the address of the new device. */
export async function scanQr(world: World, rawQr: string, phone: string): Promise<string> {
  const [ref = '', noise = '', identity = '', secret = ''] = (rawQr.split('#').at(-1) ?? '').split(',');
  const connection = world.refs.get(ref);
  if (connection === undefined) throw new Error('the QR code is unknown or has expired');
  world.refs.delete(ref);
  const companion = await linkWith(world, connection, world.person(phone), {
    noiseKey: Buffer.from(noise, 'base64'),
    identity: Buffer.from(identity, 'base64'),
    advSecret: Buffer.from(secret, 'base64'),
  });
  return companion.jid;
}
