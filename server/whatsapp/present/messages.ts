import { inArray, type InferSelectModel } from 'drizzle-orm';

import type { Media } from '../../../shared/whatsapp/media';
import { Message } from '../../../shared/whatsapp/message';
import type { Party } from '../../../shared/whatsapp/party';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { readContacts } from '../queries/people';
import { waInstances } from '../schema/instances';
import { waMedia } from '../schema/media';
import { type waMessages } from '../schema/messages';
import type { InstanceRow } from '../work-types';
import { type ContactRow, UNKNOWN_PARTY, ownParty, party } from './contacts';
import type { PresentContext } from './context';
import { presentMedia } from './media';

export type MessageRow = InferSelectModel<typeof waMessages>;

/** Sender of our own messages. */
export const ME = 'me';

interface MessageContext {
  contacts: ReadonlyMap<string, ContactRow>;
  instances: ReadonlyMap<string, InstanceRow>;
  media: ReadonlyMap<string, Media>;
}

export async function presentMessages(
  ctx: PresentContext,
  db: ScopedDb,
  rows: readonly MessageRow[],
  instances: readonly InstanceRow[] = [],
): Promise<Message[]> {
  if (rows.length === 0) return [];
  const known: MessageContext = {
    contacts: await readContacts(db.store, db.workspaceId, rows.flatMap(peopleOf)),
    instances: await instancesOf(db, rows, instances),
    media: await mediaOf(ctx, db, rows),
  };
  return rows.map((row) => presentRow(row, known));
}

const peopleOf = (row: MessageRow): string[] =>
  [
    row.contactId,
    row.senderKey === ME ? null : row.senderKey,
    ...row.mentions,
    ...row.reactions.map((reaction) => reaction.contact_id),
  ].filter((id) => id !== null);

async function instancesOf(db: ScopedDb, rows: readonly MessageRow[], atHand: readonly InstanceRow[]) {
  const found = new Map(atHand.map((row) => [row.id, row]));
  const missing = [...new Set(rows.map(({ instanceId }) => instanceId))].filter((id) => !found.has(id));
  if (missing.length === 0) return found;
  for (const row of await db.select(waInstances, { where: inArray(waInstances.id, missing) })) found.set(row.id, row);
  return found;
}

async function mediaOf(ctx: PresentContext, db: ScopedDb, rows: readonly MessageRow[]): Promise<Map<string, Media>> {
  const ids = [...new Set(rows.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId])))];
  if (ids.length === 0) return new Map();
  const files = await db.select(waMedia, { where: inArray(waMedia.id, ids) });
  return new Map((await presentMedia(ctx, db, files)).map((media) => [media.id, media]));
}

function presentRow(row: MessageRow, known: MessageContext): Message {
  const personOf = (id: string | null): Party => {
    const contact = id === null ? undefined : known.contacts.get(id);
    return contact ? party(contact) : UNKNOWN_PARTY;
  };
  const instance = known.instances.get(row.instanceId);
  const us = instance ? ownParty(instance) : UNKNOWN_PARTY;
  const author = row.senderKey === ME ? us : personOf(row.senderKey);
  const isInGroup = row.groupId !== null;
  const other = row.direction === 'inbound' ? us : personOf(row.contactId);

  return presentAs(Message, row, {
    object: 'whatsapp.message',
    from: author,
    to: isInGroup ? null : other,
    sender: isInGroup ? author : null,
    mentions: row.mentions.map(personOf),
    media: row.mediaId === null ? null : (known.media.get(row.mediaId) ?? null),
    reactions: row.reactions
      .filter(({ emoji }) => emoji !== '')
      .map(({ contact_id: id, emoji, at }) => ({ party: id === null ? us : personOf(id), emoji, at })),
  });
}
