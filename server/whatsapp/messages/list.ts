import type { Page } from '../../../shared/page';
import type { Message } from '../../../shared/whatsapp/message';
import type { ListMessages, MessageId, SearchMessages } from '../../../shared/whatsapp/message-inputs';
import { andThen, type Awaitable } from '../../awaitable';
import { ApiError, firstOrNotFound } from '../../errors';
import { openPage, pageOfRows } from '../../paging';
import type { WhatsAppContext } from '../context';
import { tagged } from '../etag';
import { grantedInstances, requireInstance } from '../instances/find';
import { type MessageRow, presentMessages } from '../present/messages';
import { readContacts } from '../queries/people';
import { isNumberSearch, messagesFound, wordsOf } from '../queries/search';
import { waMessages } from '../schema/messages';
import type { InstanceRow } from '../work-types';
import { isPlain, type MessageFilters, messagesWhere } from './filter';
import { requireMessage } from './find';

export async function hasMessages({ db }: Pick<WhatsAppContext, 'db'>): Promise<boolean> {
  return (await db.select(waMessages, { limit: 1 })).length > 0;
}

export const getMessage = (ctx: WhatsAppContext, input: MessageId): Awaitable<Message> =>
  andThen(requireMessage(ctx, input), ({ instance, row }) =>
    andThen(presentMessages(ctx, ctx.db, [row], [instance]), (messages) =>
      tagged(ctx, row.version, firstOrNotFound(messages)),
    ),
  );

export async function listMessages(
  ctx: WhatsAppContext,
  { instance_id, ...input }: ListMessages,
): Promise<Page<Message>> {
  const instance = await requireInstance(ctx, instance_id);
  return pageOf(ctx, input, { instanceIds: [instance_id], within: [instance_id] }, [instance]);
}

/** Includes recently deleted instances. */
export async function searchMessages(ctx: WhatsAppContext, input: SearchMessages): Promise<Page<Message>> {
  return pageOf(ctx, input, { instanceIds: grantedInstances(ctx), within: [] });
}

interface SearchScope {
  instanceIds: readonly string[] | undefined;
  within: readonly string[];
}

async function pageOf(
  ctx: WhatsAppContext,
  input: SearchMessages,
  access: SearchScope,
  instances: readonly InstanceRow[] = [],
): Promise<Page<Message>> {
  const { limit, cursor, sort, ...given } = input;
  const order = sort === 'created_at' ? 'asc' : 'desc';
  // A cursor belongs to its exact filters.
  const filters = { ...given, instances: access.instanceIds };
  const known = await withSurvivor(ctx, given);
  const where = messagesWhere(known, access.instanceIds);
  const present = (rows: readonly MessageRow[]) => presentMessages(ctx, ctx.db, rows, instances);
  if (isPlain(given) && (access.instanceIds?.length ?? 1) === 1) {
    return pageOfRows(ctx.db, waMessages, { limit, cursor, order, where, filters }, present);
  }

  const words = given.q === undefined ? undefined : requireWords(given.q);
  const page = openPage(ctx.workspaceId, order, { ...filters, limit, cursor });
  const within = given.chat_id === undefined ? access.within : [...access.within, given.chat_id];
  const after = isNumberSearch(words) ? page.afterNumber()?.toString() : page.after;
  const search = { where, words, within, order, after, limit: page.maxRows } as const;
  const statement = messagesFound(ctx.store, ctx.workspaceId, search);
  // Filters may match few of many messages, so the search runs in a Worker.
  const found = await ctx.analyst.ask('found_ids', { workspaceId: ctx.workspaceId, statement });
  return page.answer(found, 'place', async (shown) => present(await rowsOf(ctx, shown)));
}

/** In the same order, without deleted messages. */
async function rowsOf(ctx: WhatsAppContext, found: readonly { id: string }[]): Promise<MessageRow[]> {
  if (found.length === 0) return [];
  const ids = found.map(({ id }) => id);
  const rows = new Map((await ctx.db.getEach(waMessages, ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => rows.get(id) ?? []);
}

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
