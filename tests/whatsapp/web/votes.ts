import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

import { proto } from 'baileys';

interface Vote {
  pollId: string;
  secret: Uint8Array;
  creator: string;
  voter: string;
  options: string[];
}

/** A vote as a phone encrypts it. */
export function voteFor({ pollId, secret, creator, voter, options }: Vote): proto.IMessage {
  const sha256 = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());
  const extracted = createHmac('sha256', new Uint8Array(32)).update(secret).digest();
  const key = createHmac('sha256', extracted).update(`${pollId}${creator}${voter}Poll Vote\u0001`).digest();
  const encIv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, encIv).setAAD(Buffer.from(`${pollId}\0${voter}`));
  const plain = proto.Message.PollVoteMessage.encode({ selectedOptions: options.map(sha256) }).finish();
  const encPayload = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const pollCreationMessageKey = { id: pollId, fromMe: false };
  return { pollUpdateMessage: { pollCreationMessageKey, vote: { encPayload, encIv }, senderTimestampMs: 1 } };
}

/** With which the votes of a poll are encrypted. */
export const secretOf = (message: proto.IMessage | undefined): Uint8Array =>
  message?.messageContextInfo?.messageSecret ?? new Uint8Array();
