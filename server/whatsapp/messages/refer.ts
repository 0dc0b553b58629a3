import { and, eq } from 'drizzle-orm';

import { ID_PREFIXES, idPattern } from '../../../shared/ids';
import { EVERYONE } from '../../../shared/whatsapp/message-inputs';
import { fieldError, relatedNotFound } from '../../errors';
import { messagesAt } from '../apply/targets';
import { contactFor } from '../identity/contact';
import { parseRecipient } from '../identity/parse';
import { findContact, type Resolved } from '../identity/recipient';
import type { MessageRow } from '../present/messages';
import { readParticipants } from '../queries/people';
import { waMessages } from '../schema/messages';
import { previewOf } from '../text-of';
import type { Work } from '../work-types';

const MESSAGE_ID = new RegExp(idPattern(ID_PREFIXES.message));
const MAX_NAMED = 1024;

/** Undefined for unknown provider ids, which may be older. Throws 422 for an unknown id of this server. */
export async function findQuoted(
  work: Work,
  chatId: string,
  name: string,
  pointer: string,
): Promise<MessageRow | undefined> {
  if (!MESSAGE_ID.test(name)) return (await messagesAt(work, name)).find(({ row }) => row.chatId === chatId)?.row;
  const [row] = await work.tx.select(waMessages, {
    where: and(eq(waMessages.id, name), eq(waMessages.instanceId, work.instance.id), eq(waMessages.chatId, chatId)),
    limit: 1,
  });
  if (!row) throw relatedNotFound(pointer, 'No such message in this chat.');
  return row;
}

export async function quoteOf(work: Work, chatId: string, name: string): Promise<NonNullable<MessageRow['replyTo']>> {
  const row = await findQuoted(work, chatId, name, '/reply_to');
  return {
    message_id: row?.id ?? null,
    provider_message_id: row ? row.providerMessageId : name,
    preview: row ? previewOf(row.content) : null,
  };
}

/** Throws 422 for an unknown contact, and for everyone outside a group. */
export async function mentionsOf(work: Work, { group }: Resolved, mentions: readonly string[]): Promise<string[]> {
  if (mentions[0] === EVERYONE) {
    if (!group)
      throw fieldError('unprocessable', '/mentions', 'not_a_group', 'Everyone can be mentioned only in a group.');
    const everyone = await readParticipants(work.tx, [group.id]);
    return everyone.slice(0, MAX_NAMED).map(({ contactId }) => contactId);
  }
  const ids: string[] = [];
  for (const [index, text] of mentions.entries()) ids.push(await personAt(work, text, `/mentions/${index}`));
  return [...new Set(ids)];
}

async function personAt(work: Work, text: string, pointer: string): Promise<string> {
  const person = parseRecipient(text);
  if (person?.kind === 'address') return (await contactFor(work, person.address)).id;
  const contact = person?.kind === 'contact' ? await findContact(work, person.id) : undefined;
  if (!contact) throw relatedNotFound(pointer);
  return contact.id;
}
