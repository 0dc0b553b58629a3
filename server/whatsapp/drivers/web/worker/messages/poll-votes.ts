import { createHash } from 'node:crypto';

import type { proto } from 'baileys';

import type { Address } from '../../../driver-events';
import { completed, jidsOf, ownAddress, personAt } from '../addresses';
import type { WebSession } from '../session-types';
import { optionsOf, pollIn } from './content';
import type { Envelope } from './envelope';
import { targetIn } from './incoming-changes';
import { findMessage } from './stored-messages';
import { unwrap } from './unwrap';

/** The library leaves votes encrypted, and votes in unknown polls cannot be decrypted. */
export async function reportVote(
  session: WebSession,
  envelope: Envelope,
  { pollCreationMessageKey, vote }: proto.Message.IPollUpdateMessage,
): Promise<void> {
  const target = targetIn(envelope, pollCreationMessageKey);
  if (!target || !vote?.encPayload || !vote.encIv) return;
  const { encPayload, encIv } = vote;
  const poll = await pollOf(session, envelope, target.providerMessageId);
  if (!poll) return session.log.debug({ message: target.providerMessageId }, 'vote in an unknown poll');

  const voters = jidsOf(await completed(session, envelope.sender));
  for (const voterJid of voters) {
    for (const pollCreatorJid of poll.creators) {
      const context = { pollCreatorJid, pollMsgId: target.providerMessageId, pollEncKey: poll.secret, voterJid };
      const hashes = decrypted(session, { encPayload, encIv }, context);
      if (!hashes) continue;
      const options = poll.options.filter((option) => hashes.has(hashOf(option)));
      return session.report({ kind: 'poll_vote', ...target, options });
    }
  }
  session.log.warn({ message: target.providerMessageId }, 'vote not decrypted');
}

interface Poll {
  secret: Uint8Array;
  options: string[];
  /** JIDs that the creator may have had for the voter. */
  creators: string[];
}

async function pollOf(session: WebSession, { place, chat }: Envelope, id: string): Promise<Poll | undefined> {
  const jids = place.type === 'group' ? [chat] : jidsOf(await completed(session, place.person));
  const found = await findMessage(session, jids, id);
  if (!found?.message) return undefined;
  const { message } = unwrap(found.message);
  const poll = pollIn(message);
  const { messageSecret: secret } = found.message.messageContextInfo ?? message.messageContextInfo ?? {};
  if (!poll || !secret) return undefined;
  const { fromMe, participant, remoteJid } = found.key;
  const creator: Address = fromMe ? ownAddress(session) : (personAt(participant || remoteJid) ?? {});
  return { secret, options: optionsOf(poll), creators: jidsOf(await completed(session, creator)) };
}

type VoteContext = Parameters<WebSession['library']['decryptPollVote']>[1];

/** Both addresses are authenticated data of the encryption, and each may be one of two. */
function decrypted({ library }: WebSession, vote: { encPayload: Uint8Array; encIv: Uint8Array }, context: VoteContext) {
  try {
    const { selectedOptions } = library.decryptPollVote(vote, context);
    return new Set((selectedOptions ?? []).map((hash) => Buffer.from(hash).toString('hex')));
  } catch {
    return undefined;
  }
}

const hashOf = (option: string): string => createHash('sha256').update(option).digest('hex');
