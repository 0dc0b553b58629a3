import type { AnyMessageContent, proto, WAMessageKey } from 'baileys';

import type { MessageContent } from '../../../../../../shared/whatsapp/content';
import type { SendJob } from '../../../driver';
import { refusedCall } from '../errors';
import { uploadTo } from '../media/upload';
import type { WebSession } from '../session-types';
import { mediaContent } from './outgoing-media';
import { nameOnCard, vcardOf } from './vcard';

/** Throws `CallError`. */
export async function outgoingMessage(
  session: WebSession,
  { content, media }: Pick<SendJob, 'content' | 'media'>,
  target: WAMessageKey | undefined,
): Promise<proto.IMessage> {
  const { library } = session;
  const given = simpleContent(content, target) ?? (media && (await mediaContent(session, content, media)));
  if (!given) throw refusedCall('unsupported_message_type');
  return library.generateWAMessageContent(given, {
    upload: uploadTo(session),
    // The server never opens links of a text.
    getUrlInfo: async () => undefined,
  });
}

function simpleContent(content: MessageContent, target: WAMessageKey | undefined): AnyMessageContent | undefined {
  switch (content.type) {
    case 'text':
      return { text: content.text };
    case 'location':
      return {
        location: {
          degreesLatitude: content.latitude,
          degreesLongitude: content.longitude,
          name: content.name ?? null,
          address: content.address ?? null,
        },
      };
    case 'contacts':
      return { contacts: contactsOf(content.contacts) };
    case 'poll':
      return {
        poll: { name: content.question, values: content.options, selectableCount: content.selectable_count ?? 1 },
      };
    case 'reaction':
      return target && { react: { text: content.emoji, key: target } };
    default:
      return undefined;
  }
}

function contactsOf(cards: readonly Record<string, unknown>[]) {
  const contacts = cards.map((card) => ({ displayName: nameOnCard(card), vcard: vcardOf(card) }));
  const displayName = contacts.length === 1 ? (contacts[0]?.displayName ?? '') : `${contacts.length} contacts`;
  return { displayName, contacts };
}
