import { randomBytes } from 'node:crypto';

import { aesDecryptGCM, aesEncryptGCM, hkdf, proto, type BinaryNode } from 'baileys';

import type { Companion } from '../companion';
import { mediaIn } from '../content';
import { bytesOf, childOf, makeNode, nowInSeconds } from '../node';
import type { World } from '../world';

const { ResultType } = proto.MediaRetryNotification;

/** A client could not download a file: the own phone, or the one of the sender, uploads it again. */
export function handleMediaRetry(world: World, companion: Companion, node: BinaryNode): void {
  const { id = '', to } = node.attrs;
  const rmr = childOf(node, 'rmr');
  if (world.find(to) !== companion.owner) world.fault('a request for a file that does not go to the own phone', node);
  if (!rmr?.attrs['jid'] || rmr.attrs['from_me'] === undefined) world.fault('a request for a file of no chat', node);
  world.mediaRetries.push(id);
  if (world.media.reupload === 'unanswered') return;
  const file = mediaIn(world.sentByPhones.get(id)?.message ?? {})?.file;
  const directPath = file?.fileEncSha256 ? world.media.restore(file.fileEncSha256) : null;
  const content =
    world.media.reupload === 'not found' || directPath === null || !file?.mediaKey
      ? makeNode('error', { code: String(ResultType.NOT_FOUND) })
      : encrypted(world, node, file.mediaKey, directPath);
  const attrs = { id, type: 'mediaretry', from: companion.owner.jid, t: nowInSeconds() };
  companion.deliver(makeNode('notification', attrs, [content, makeNode('rmr', rmr?.attrs ?? {})]));
}

function encrypted(world: World, node: BinaryNode, mediaKey: Uint8Array, directPath: string): BinaryNode {
  const stanzaId = node.attrs['id'] ?? '';
  const key = hkdf(mediaKey, 32, { info: 'WhatsApp Media Retry Notification' });
  try {
    const request = childOf(node, 'encrypt');
    const plain = aesDecryptGCM(
      bytesOf(childOf(request, 'enc_p')),
      key,
      bytesOf(childOf(request, 'enc_iv')),
      Buffer.from(stanzaId),
    );
    if (proto.ServerErrorReceipt.decode(plain).stanzaId !== stanzaId)
      world.fault('a request for a file of another message', node);
  } catch {
    world.fault('a request for a file that is encrypted with a wrong key', node);
  }
  const answer = proto.MediaRetryNotification.encode({ stanzaId, directPath, result: ResultType.SUCCESS }).finish();
  const iv = randomBytes(12);
  const ciphertext = aesEncryptGCM(answer, key, iv, Buffer.from(stanzaId));
  return makeNode('encrypt', {}, [makeNode('enc_p', {}, ciphertext), makeNode('enc_iv', {}, iv)]);
}
