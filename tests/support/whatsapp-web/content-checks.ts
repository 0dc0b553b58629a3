import { normalizeMessageContent, proto, type BinaryNode } from 'baileys';

import { stanzaTypeOf } from './content';
import type { Person } from './person';
import type { World } from './world';

const { Type } = proto.Message.ProtocolMessage;

/** The attribute `edit` of a stanza, by what it carries. */
const EDITS = { edited: ['1'], pinned: ['2'], revoked: ['7', '8'] } as const;

/** What a message of a client says must agree with its stanza and with the messages that it names. */
export function checkContent(world: World, sender: Person, stanza: BinaryNode, message: proto.IMessage): void {
  const content = normalizeMessageContent(message);
  if (content === undefined || Object.values(content).every((value) => value === null || value === undefined))
    world.fault('a message without content', stanza);
  if (stanza.attrs['type'] !== stanzaTypeOf(message)) world.fault('a stanza of another type than its message', stanza);
  checkEdit(world, sender, stanza, content?.protocolMessage, Boolean(content?.pinInChatMessage));
  const reaction = content?.reactionMessage;
  if (reaction && !world.knowsMessage(reaction.key?.id))
    world.fault('a reaction to a message that nobody sent', stanza);
  const poll = content?.pollCreationMessage ?? content?.pollCreationMessageV2 ?? content?.pollCreationMessageV3;
  if (poll && (message.messageContextInfo ?? content?.messageContextInfo)?.messageSecret?.length !== 32)
    world.fault('a poll without the secret of its votes', stanza);
  const context = content?.extendedTextMessage?.contextInfo ?? content?.imageMessage?.contextInfo;
  if (context?.stanzaId && !context.participant) world.fault('a reply that does not say to whom', stanza);
}

function checkEdit(
  world: World,
  sender: Person,
  stanza: BinaryNode,
  protocol: proto.Message.IProtocolMessage | null | undefined,
  isPin: boolean,
): void {
  const { edit } = stanza.attrs;
  const kind =
    protocol?.type === Type.MESSAGE_EDIT
      ? 'edited'
      : protocol?.type === Type.REVOKE
        ? 'revoked'
        : isPin
          ? 'pinned'
          : null;
  const expected: readonly string[] = kind === null ? [] : EDITS[kind];
  if (edit === undefined ? kind !== null : !expected.includes(edit))
    world.fault(`a ${kind ?? 'usual'} message with the attribute edit="${edit ?? ''}"`, stanza);
  const id = protocol?.key?.id;
  if (kind === null || isPin) return;
  if (!world.knowsMessage(id)) return world.fault(`a message is ${kind} that nobody sent`, stanza);
  const own = world.messages.get(id ?? '')?.sender.owner ?? world.sentByPhones.get(id ?? '')?.sender;
  if (own !== sender && edit !== '8') world.fault(`a message of somebody else is ${kind}`, stanza);
}
