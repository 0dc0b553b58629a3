import { createHash } from 'node:crypto';

import { decryptPollVote, normalizeMessageContent, proto, type WAMessage } from 'baileys';

import { mediaIn, textIn } from '../../support/whatsapp-web/content';
import { secretOf } from './votes';

/** What somebody knows of a message, however they have learnt it. */
export interface SeenMessage {
  from: string;
  kind: string;
  text: string | null;
  /** SHA-256 of the file, in hexadecimal. */
  file: string | null;
  isEdited: boolean;
  isDeleted: boolean;
  repliesTo: string | null;
  /** Emoji by phone number. */
  reactions: Record<string, string>;
  /** Options by phone number. */
  votes: Record<string, string[]>;
}

interface Names {
  /** The phone number behind a JID. */
  phoneOf: (jid: string) => string;
  jidOf: (phone: string) => string;
}

/** Follows a chat from the messages of a client alone, as an app shows it. */
export function createSeenMessages({ phoneOf, jidOf }: Names) {
  const seen = new Map<string, SeenMessage>();
  const polls = new Map<string, { creator: string; secret: Uint8Array; options: string[] }>();

  function vote(from: string, { pollCreationMessageKey, vote: sealed }: proto.Message.IPollUpdateMessage): void {
    const id = pollCreationMessageKey?.id ?? '';
    const poll = polls.get(id);
    const known = seen.get(id);
    if (!poll || !known || !sealed) return;
    const context = {
      pollMsgId: id,
      pollEncKey: poll.secret,
      pollCreatorJid: jidOf(poll.creator),
      voterJid: jidOf(from),
    };
    const chosen = new Set(
      decryptPollVote(sealed, context).selectedOptions?.map((hash) => Buffer.from(hash).toString('hex')),
    );
    known.votes[from] = poll.options.filter((option) => chosen.has(createHash('sha256').update(option).digest('hex')));
  }

  function change(protocol: proto.Message.IProtocolMessage): void {
    const known = seen.get(protocol.key?.id ?? '');
    if (!known) return;
    const { REVOKE, MESSAGE_EDIT } = proto.Message.ProtocolMessage.Type;
    if (protocol.type === REVOKE) known.isDeleted = true;
    if (protocol.type !== MESSAGE_EDIT || !protocol.editedMessage) return;
    known.isEdited = true;
    known.text = textIn(protocol.editedMessage);
  }

  return {
    seen,
    add(from: string, { key, message }: Pick<WAMessage, 'key' | 'message'>): void {
      const content = normalizeMessageContent(message);
      if (!content || !key.id) return;
      const { protocolMessage, reactionMessage, pollUpdateMessage } = content;
      if (protocolMessage) return change(protocolMessage);
      if (pollUpdateMessage) return vote(from, pollUpdateMessage);
      if (reactionMessage) {
        const known = seen.get(reactionMessage.key?.id ?? '');
        if (!known) return;
        if (reactionMessage.text) known.reactions[from] = reactionMessage.text;
        else delete known.reactions[from];
        return;
      }
      const file = mediaIn(content);
      const poll = content.pollCreationMessage ?? content.pollCreationMessageV2 ?? content.pollCreationMessageV3;
      const text = textIn(content);
      if (!file && !poll && text === null) return;
      if (poll) {
        const options = (poll.options ?? []).map(({ optionName }) => optionName ?? '');
        polls.set(key.id, { creator: from, secret: secretOf(message ?? undefined), options });
      }
      const hash = file?.file.fileSha256;
      seen.set(key.id, {
        from,
        kind: poll ? 'poll' : file ? file.kind.replace('Message', '') : 'text',
        text: poll ? (poll.name ?? null) : text,
        file: hash ? Buffer.from(hash).toString('hex') : null,
        isEdited: false,
        isDeleted: false,
        repliesTo: content.extendedTextMessage?.contextInfo?.stanzaId ?? null,
        reactions: {},
        votes: {},
      });
    },
    addReceived(one: WAMessage): void {
      const by = one.key.participant;
      if (by) this.add(phoneOf(by), one);
    },
  };
}
export type SeenMessages = ReturnType<typeof createSeenMessages>;
