import { and, desc, eq, gt, inArray, notLike, type SQL } from 'drizzle-orm';

import type { Page } from '../../../shared/page';
import type { Chat, ChatId, ListChats } from '../../../shared/whatsapp/chat';
import { contains, given } from '../../db/match';
import { ApiError, firstOrNotFound } from '../../errors';
import { openPage } from '../../paging';
import type { WhatsAppContext } from '../context';
import { tagged } from '../etag';
import { type ChatRow, NOBODY_PREFIX } from '../identity/chat';
import { requireInstance } from '../instances/find';
import { presentChats } from '../present/chats';
import { chatsAfter, chatsFound, hasLabel } from '../queries/search';
import { shownIn } from '../sandbox/typing';
import { waChats } from '../schema/people';
import type { InstanceRow } from '../work-types';
import { requireChat } from './find';

export async function getChat(ctx: WhatsAppContext, input: ChatId): Promise<Chat> {
  const { instance, row } = await requireChat(ctx, input);
  const chat = firstOrNotFound(await withShown(ctx, instance, await presentChats(ctx, ctx.db, [row], instance)));
  return tagged(ctx, row.version, chat);
}

export async function listChats(ctx: WhatsAppContext, input: ListChats): Promise<Page<Chat>> {
  const instance = await requireInstance(ctx, input.instance_id);
  const page = openPage(ctx.workspaceId, 'last_message_at', input);
  const after = page.after === undefined ? undefined : placeIn(page.after);
  return page.answer(
    await read(ctx, input, after),
    ({ lastMessageAt, id }) => `${lastMessageAt.getTime()} ${id}`,
    async (chats) => withShown(ctx, instance, await presentChats(ctx, ctx.db, chats, instance)),
  );
}

async function withShown(ctx: WhatsAppContext, instance: InstanceRow, chats: readonly Chat[]): Promise<Chat[]> {
  const shown = await shownIn(ctx.store, instance, ctx.now());
  return chats.map((chat) => ({ ...chat, typing: shown.get(chat.id) ?? null }));
}

interface ListPosition {
  at: Date;
  id: string;
}

function placeIn(position: string): ListPosition {
  const [, at, id] = /^(\d{1,15}) (\S{1,40})$/.exec(position) ?? [];
  if (at === undefined || id === undefined) throw new ApiError('invalid_cursor');
  return { at: new Date(Number(at)), id };
}

async function read(ctx: WhatsAppContext, input: ListChats, after: ListPosition | undefined): Promise<ChatRow[]> {
  const where = whereOf(input);
  const orderBy = [desc(waChats.lastMessageAt), desc(waChats.id)];
  const limit = input.limit + 1;
  const isPlain =
    [input.type, input.unread, input.label_id, input.q].every((filter) => filter === undefined) &&
    input.archived !== 'true';
  if (isPlain) return ctx.db.select(waChats, { where: and(where, after && chatsAfter(after)), orderBy, limit });

  // Filters may match few of many chats, so the search runs in a Worker.
  const statement = chatsFound(ctx.store, ctx.workspaceId, { where, after, limit });
  const found = await ctx.analyst.ask('found_ids', { workspaceId: ctx.workspaceId, statement });
  if (found.length === 0) return [];
  return ctx.db.select(waChats, {
    where: inArray(
      waChats.id,
      found.map(({ id }) => id),
    ),
    orderBy,
  });
}

const whereOf = ({ instance_id, type, archived, unread, label_id, q }: ListChats): SQL | undefined =>
  and(
    eq(waChats.instanceId, instance_id),
    given(type, (one) => eq(waChats.type, one)),
    archived === 'any' ? undefined : eq(waChats.archived, archived === 'true'),
    archived === 'false' ? undefined : notLike(waChats.providerChatId, `${NOBODY_PREFIX}%`),
    given(unread, (isUnread) => (isUnread ? gt(waChats.unreadCount, 0) : eq(waChats.unreadCount, 0))),
    given(label_id, hasLabel),
    given(q, (part) => contains(waChats.title, part)),
  );
