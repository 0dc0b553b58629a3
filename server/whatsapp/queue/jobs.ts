import { and, eq, inArray, or } from 'drizzle-orm';

import type { ScopedDb } from '../../db/scoped';
import type { LocalMedia, SendJob } from '../drivers/driver';
import type { Address, Place } from '../drivers/driver-events';
import { addressFor } from '../identity/addresses';
import type { MessageRow } from '../present/messages';
import { readContacts } from '../queries/people';
import { waTemplates } from '../schema/instances';
import { waMessages } from '../schema/messages';
import { waGroups } from '../schema/people';

type Quoted = Pick<MessageRow, 'id' | 'chatId' | 'providerMessageId' | 'senderKey' | 'contactId'>;

/** Messages without a recipient are left out. */
export async function jobsFor(
  db: ScopedDb,
  rows: readonly MessageRow[],
  files: ReadonlyMap<string, LocalMedia>,
): Promise<Map<string, SendJob>> {
  const quoted = await quotedBy(db, rows);
  const contacts = await contactsOf(db, rows, quoted);
  const groups = await groupsOf(db, rows);
  const templates = await templatesOf(db, rows);
  const addressOf = (contactId: string | null): Address => contacts.get(contactId ?? '') ?? {};

  const placeOf = (row: MessageRow): Place | undefined => {
    if (row.groupId !== null) {
      const providerGroupId = groups.get(row.groupId);
      return providerGroupId === undefined ? undefined : { type: 'group', providerGroupId };
    }
    const person = contacts.get(row.contactId ?? '');
    return person === undefined ? undefined : { type: 'direct', person };
  };
  const referTo = (row: MessageRow, name: string | null | undefined): SendJob['target'] => {
    const other = quoted.find(
      (one) => one.id === name || (one.providerMessageId === name && one.chatId === row.chatId),
    );
    if (other === undefined || other.providerMessageId === null) {
      return name?.startsWith('msg_') === false ? { providerMessageId: name, isOurs: false, sender: {} } : null;
    }
    const isOurs = other.senderKey === 'me';
    const sender = isOurs ? {} : addressOf(other.senderKey);
    return { providerMessageId: other.providerMessageId, isOurs, sender };
  };

  const jobs = new Map<string, SendJob>();
  for (const row of rows) {
    const to = placeOf(row);
    if (to === undefined) continue;
    jobs.set(row.id, {
      messageId: row.id,
      attempt: row.attempt,
      retries: row.retries,
      to,
      content: row.content,
      media: files.get(row.id) ?? null,
      replyTo: referTo(row, quoteOf(row)),
      target: referTo(row, targetOf(row)),
      mentions: row.mentions.map((id) => addressOf(id)).filter((address) => Object.keys(address).length > 0),
      forwarded: row.forwarded,
      simulateTypingMs: row.simulateTypingMs,
      template: templates.get(templateKey(row) ?? ''),
    });
  }
  return jobs;
}

const quoteOf = ({ replyTo }: MessageRow): string | null =>
  replyTo === null ? null : (replyTo.message_id ?? replyTo.provider_message_id);

const targetOf = ({ content }: MessageRow): string | null => (content.type === 'reaction' ? content.message_id : null);

async function quotedBy(db: ScopedDb, rows: readonly MessageRow[]): Promise<Quoted[]> {
  const names = [...new Set(rows.flatMap((row) => [quoteOf(row), targetOf(row)]).filter((name) => name !== null))];
  const [first] = rows;
  if (names.length === 0 || first === undefined) return [];
  return db.select(waMessages, {
    where: and(
      eq(waMessages.instanceId, first.instanceId),
      or(inArray(waMessages.id, names), inArray(waMessages.providerMessageId, names)),
    ),
  });
}

async function contactsOf(
  db: ScopedDb,
  rows: readonly MessageRow[],
  quoted: readonly Quoted[],
): Promise<Map<string, Address>> {
  const own = rows.flatMap(({ contactId, mentions }) => [contactId, ...mentions]);
  const ids = [...own, ...quoted.map(({ senderKey }) => senderKey)].filter((id) => id !== null && id !== 'me');
  const contacts = await readContacts(db.store, db.workspaceId, [...new Set(ids)] as string[]);
  return new Map([...contacts].map(([id, contact]) => [id, addressFor(contact)]));
}

const templateKey = ({ content }: MessageRow): string | undefined =>
  content.type === 'template' && content.variables !== undefined ? keyOf(content) : undefined;
const keyOf = ({ name, language }: { name: string; language: string }): string => `${name} ${language}`;

async function templatesOf(db: ScopedDb, rows: readonly MessageRow[]): Promise<Map<string, Record<string, unknown>[]>> {
  const names = rows.flatMap(({ content }) => (content.type === 'template' ? content.name : []));
  const [first] = rows;
  if (names.length === 0 || first === undefined) return new Map();
  const isNamed = and(eq(waTemplates.instanceId, first.instanceId), inArray(waTemplates.name, [...new Set(names)]));
  const found = await db.select(waTemplates, { where: isNamed });
  return new Map(found.map((template) => [keyOf(template), template.components]));
}

async function groupsOf(db: ScopedDb, rows: readonly MessageRow[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ groupId }) => groupId ?? []);
  if (ids.length === 0) return new Map();
  const groups = await db.select(waGroups, { where: inArray(waGroups.id, [...new Set(ids)]) });
  return new Map(
    groups.flatMap(({ id, providerGroupId }) => (providerGroupId === null ? [] : [[id, providerGroupId]])),
  );
}
