import { inArray } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { Message } from '../../../shared/whatsapp/message';
import type { ListMessages, MessageId, SearchMessages } from '../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../errors';
import { pageOfRows, readCursor, readNumberCursor, sealOf, writeCursor } from '../../paging';
import type { WhatsAppContext } from '../context';
import { tagged } from '../etag';
import { narrowedTo, requireInstance } from '../instances/find';
import { type MessageRow, presentMessages } from '../present/messages';
import { readContacts } from '../queries/people';
import { isNumberPlace, messagesFound, wordsOf } from '../queries/search';
import { waMessages } from '../schema/messages';
import { isPlain, type MessageFilters, whereOf } from './filter';
import { requireMessage } from './find';

export async function getMessage(ctx: WhatsAppContext, input: MessageId): Promise<Message> {
  const { instance, row } = await requireMessage(ctx, input);
  const [message] = await presentMessages(ctx, ctx.db, [row], [instance]);
  if (!message) throw new ApiError('not_found');
  return tagged(ctx, row.version, message);
}

/** A page of the messages of one instance. */
export async function listMessages(
  ctx: WhatsAppContext,
  { instance_id, ...input }: ListMessages,
): Promise<Page<Message>> {
  await requireInstance(ctx, instance_id);
  return present(ctx, await pageOf(ctx, input, { instanceIds: [instance_id], within: [instance_id] }));
}

/** A page of the messages of all instances that the caller sees, those that were removed lately too. */
export async function searchMessages(ctx: WhatsAppContext, input: SearchMessages): Promise<Page<Message>> {
  return present(ctx, await pageOf(ctx, input, { instanceIds: narrowedTo(ctx), within: [] }));
}

async function present(ctx: WhatsAppContext, page: Page<MessageRow>): Promise<Page<Message>> {
  return { ...page, data: await presentMessages(ctx, ctx.db, page.data) };
}

interface Reach {
  /** Undefined for all. */
  instanceIds: readonly string[] | undefined;
  /** What the index of words looks for besides. */
  within: readonly string[];
}

async function pageOf(ctx: WhatsAppContext, asked: SearchMessages, reach: Reach): Promise<Page<MessageRow>> {
  const { limit, cursor, sort, ...given } = asked;
  const order = sort === 'created_at' ? 'asc' : 'desc';
  // The cursor belongs to the question as it was asked.
  const filters = { ...given, instances: reach.instanceIds };
  const known = await withSurvivor(ctx, given);
  const where = whereOf(known, reach.instanceIds);
  if (isPlain(given) && (reach.instanceIds?.length ?? 1) === 1) {
    return pageOfRows(ctx.db, waMessages, { limit, cursor, order, where, filters }, (row) => row);
  }

  const words = given.q === undefined ? undefined : requireWords(given.q);
  const seal = sealOf(ctx.workspaceId, order, filters);
  const read = isNumberPlace(words) ? (text: string) => String(readNumberCursor(text, seal)) : readCursor;
  const within = given.chat_id === undefined ? reach.within : [...reach.within, given.chat_id];
  const after = cursor === undefined ? undefined : read(cursor, seal);
  const statement = messagesFound(ctx.store, ctx.workspaceId, { where, words, within, order, after, limit: limit + 1 });
  // Few may be chosen of very many: they are looked for away from the event loop.
  const found = await ctx.analyst.ask('found_ids', { workspaceId: ctx.workspaceId, statement });

  const page = found.slice(0, limit);
  const last = found.length > limit ? page.at(-1) : undefined;
  return {
    data: await rowsOf(ctx, page),
    has_more: last !== undefined,
    next_cursor: last === undefined ? null : writeCursor(last.place, seal),
  };
}

/** In their order; messages that went meanwhile are left out. */
async function rowsOf(ctx: WhatsAppContext, found: readonly { id: string }[]): Promise<MessageRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const rows = new Map(
    (await ctx.db.select(waMessages, { where: inArray(waMessages.id, ids) })).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => rows.get(id) ?? []);
}

/** A contact that proved to be another one reads as that one. */
async function withSurvivor(ctx: WhatsAppContext, filters: MessageFilters): Promise<MessageFilters> {
  const { contact_id: id } = filters;
  if (id === undefined) return filters;
  const contact = (await readContacts(ctx.db.store, ctx.workspaceId, [id])).get(id);
  return contact ? { ...filters, contact_id: contact.id } : filters;
}

function requireWords(q: string): string[] {
  const words = wordsOf(q);
  if (words.length > 0) return words;
  const message = 'Must contain a letter or a digit.';
  const errors = [{ in: 'query' as const, pointer: '/q', code: 'invalid', message }];
  throw new ApiError('unprocessable', { detail: message, errors });
}
