import type { InferSelectModel } from 'drizzle-orm';

import type { Media } from '../../../shared/whatsapp/media';
import { Message } from '../../../shared/whatsapp/message';
import type { Party } from '../../../shared/whatsapp/party';
import { andThen, type Awaitable } from '../../awaitable';
import type { ScopedDb } from '../../db/scoped';
import { presentAs } from '../../present-as';
import { readContacts } from '../queries/people';
import { waInstances } from '../schema/instances';
import { waMedia } from '../schema/media';
import { type waMessages } from '../schema/messages';
import type { InstanceRow } from '../work-types';
import { type ContactRow, UNKNOWN_PARTY, ownParty, party } from './contacts';
import type { PresentContext } from './context';
import { presentOneMedia } from './media';

export type MessageRow = InferSelectModel<typeof waMessages>;

export const ME = 'me';

interface MessageContext {
  contacts: ReadonlyMap<string, ContactRow>;
  instances: ReadonlyMap<string, InstanceRow>;
  media: ReadonlyMap<string, Media>;
}

export function presentMessages(
  ctx: PresentContext,
  db: ScopedDb,
  rows: readonly MessageRow[],
  atHand: readonly InstanceRow[] = [],
  people: ReadonlyMap<string, ContactRow> = new Map(),
): Awaitable<Message[]> {
  if (rows.length === 0) return [];
  return andThen(contactsOf(db, rows, people), (contacts) =>
    andThen(instancesOf(db, rows, atHand), (instances) =>
      andThen(mediaOf(ctx, db, rows), (media) => rows.map((row) => presentRow(row, { contacts, instances, media }))),
    ),
  );
}

function contactsOf(
  db: ScopedDb,
  rows: readonly MessageRow[],
  atHand: ReadonlyMap<string, ContactRow>,
): Awaitable<ReadonlyMap<string, ContactRow>> {
  const missing = rows.flatMap(peopleOf).filter((id) => !atHand.has(id));
  if (missing.length === 0) return atHand;
  return andThen(readContacts(db.store, db.workspaceId, missing), (read) => new Map([...atHand, ...read]));
}

export const peopleOf = (row: MessageRow): string[] =>
  [
    row.contactId,
    row.senderKey === ME ? null : row.senderKey,
    ...row.mentions,
    ...row.reactions.map((reaction) => reaction.contact_id),
  ].filter((id) => id !== null);

function instancesOf(
  db: ScopedDb,
  rows: readonly MessageRow[],
  atHand: readonly InstanceRow[],
): Awaitable<Map<string, InstanceRow>> {
  const found = new Map(atHand.map((row) => [row.id, row]));
  const missing = [...new Set(rows.map(({ instanceId }) => instanceId))].filter((id) => !found.has(id));
  return andThen(db.getEach(waInstances, missing), (others) => {
    for (const row of others) found.set(row.id, row);
    return found;
  });
}

function mediaOf(ctx: PresentContext, db: ScopedDb, rows: readonly MessageRow[]): Awaitable<Map<string, Media>> {
  const ids = [...new Set(rows.flatMap(({ mediaId }) => (mediaId === null ? [] : [mediaId])))];
  return andThen(
    db.getEach(waMedia, ids),
    (files) => new Map(files.map((file) => [file.id, presentOneMedia(ctx, file)])),
  );
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
