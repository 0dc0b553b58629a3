import { and, desc, eq, inArray } from 'drizzle-orm';

import { type ContactRow, presentContact } from '../present/contacts';
import { deleteChatRow, mergeGroupMessages, type MergeIds, mergeMessages, mergePlaces } from '../queries/merge';
import { waMessages } from '../schema/messages';
import { waChats, waContacts } from '../schema/people';
import type { Work } from '../work-types';
import type { ChatRow } from './chat';
import { textsOf, titleOf } from './contact-text';

/** The stronger opt-out of two contacts remains. */
const OPT_OUT_RANK = { none: 0, marketing: 1, all: 2 } as const;

/** The survivor gets everything; the loser's id becomes an alias. Requires the lock on the instance. */
export async function mergeContacts(work: Work, survivor: ContactRow, loser: ContactRow): Promise<ContactRow> {
  const { tx, now, instance } = work;
  const ids: MergeIds = {
    workspaceId: tx.workspaceId,
    instanceId: instance.id,
    survivorId: survivor.id,
    loserId: loser.id,
  };

  await mergeChats(work, ids);
  await mergeGroupMessages(tx.store, ids, now);
  await mergePlaces(tx.store, ids);
  await tx.update(waContacts, eq(waContacts.id, loser.id), {
    mergedIntoId: survivor.id,
    search: '',
    updatedAt: now,
    version: loser.version + 1,
  });

  const values = combined(survivor, loser);
  const [row] = await tx.update(waContacts, eq(waContacts.id, survivor.id), {
    ...values,
    ...textsOf(values),
    updatedAt: now,
    version: survivor.version + 1,
  });
  if (!row) throw new Error(`Contact ${survivor.id} is gone.`);
  await tx.update(waChats, and(eq(waChats.contactId, row.id), eq(waChats.type, 'direct')), { title: titleOf(row) });
  work.raise('whatsapp.contact.merged', { ...presentContact(row), merged_from_id: loser.id });
  return row;
}

function combined(survivor: ContactRow, loser: ContactRow) {
  const isStricter = OPT_OUT_RANK[loser.optOut] > OPT_OUT_RANK[survivor.optOut];
  const older = survivor.pictureUrl === null ? loser : survivor;
  const source = survivor.about === null ? loser : survivor;
  return {
    phone: survivor.phone ?? loser.phone,
    lid: survivor.lid ?? loser.lid,
    bsuid: survivor.bsuid ?? loser.bsuid,
    username: survivor.username ?? loser.username,
    name: survivor.name ?? loser.name,
    pushName: survivor.pushName ?? loser.pushName,
    isBusiness: survivor.isBusiness || loser.isBusiness,
    isBlocked: survivor.isBlocked || loser.isBlocked,
    pictureUrl: older.pictureUrl,
    pictureAt: older.pictureAt,
    about: source.about,
    aboutAt: source.aboutAt,
    optOut: isStricter ? loser.optOut : survivor.optOut,
    metadata: { ...loser.metadata, ...survivor.metadata },
  };
}

async function mergeChats(work: Work, ids: MergeIds): Promise<void> {
  const chats = await work.tx.select(waChats, {
    where: and(
      eq(waChats.instanceId, ids.instanceId),
      eq(waChats.type, 'direct'),
      inArray(waChats.contactId, [ids.survivorId, ids.loserId]),
    ),
    lock: true,
  });
  const [kept, ...others] = chats.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!kept) return;
  if (others.length === 0 && kept.contactId === ids.survivorId) return;

  let twins = 0;
  for (const chat of others.length === 0 ? [kept] : others) {
    const places = { keepId: kept.id, dropId: chat.id, now: work.now };
    twins += await mergeMessages(work.tx.store, ids, places);
  }
  for (const chat of others) await deleteChatRow(work.tx.store, chat);

  const [last] = await work.tx.select(waMessages, {
    where: eq(waMessages.chatId, kept.id),
    orderBy: [desc(waMessages.id)],
    limit: 1,
  });
  await work.tx.update(waChats, eq(waChats.id, kept.id), {
    ...together(chats, twins),
    contactId: ids.survivorId,
    lastMessageId: last?.id ?? null,
    updatedAt: work.now,
    version: kept.version + 1,
  });
}

const together = (chats: readonly ChatRow[], twins: number) => ({
  unreadCount: Math.max(0, chats.reduce((sum, { unreadCount }) => sum + unreadCount, 0) - twins),
  lastMessageAt: latest(chats.map(({ lastMessageAt }) => lastMessageAt)) ?? new Date(0),
  windowExpiresAt: latest(chats.map(({ windowExpiresAt }) => windowExpiresAt)),
  labelIds: labelsTogether(chats),
});

function labelsTogether(chats: readonly ChatRow[]): string[] | null {
  const ids = new Set(chats.flatMap(({ labelIds }) => labelIds ?? []));
  return ids.size === 0 ? null : [...ids];
}

const latest = (times: readonly (Date | null)[]): Date | null =>
  times.reduce((found, time) => (time && (!found || time > found) ? time : found), null);
