import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { useMemo } from 'react';

import { byCursor, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { mergeHead, type Head } from '../../../ui/live/merge';
import { reloadQueries } from '../../../ui/live/reload-queries';
import { rowsOf } from '../../../ui/table/load-more';
import type { Message } from './labels';
import { useInstanceUpdates } from './use-message-updates';

const PAGE = 50;
type Pages = InfiniteData<Head<Message>>;

/** The messages of a chat, oldest first, live: new ones come, and those that changed are read again. */
export function useThread(instanceId: string, chatId: string | undefined) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { instance_id: instanceId, chat_id: chatId ?? '', limit: PAGE };
  const options = trpc.whatsapp.messages.list.infiniteQueryOptions(input, {
    ...byCursor,
    enabled: chatId !== undefined,
    refetchOnWindowFocus: false,
  });
  const query = useInfiniteQuery(options);

  const readUpdates = async (changed: ReadonlySet<string>) => {
    const key = options.queryKey;
    if (!queryClient.getQueryData(key)) return reloadQueries(key);
    // A load under way, such as of older pages, would put what it began with over what is read here.
    await queryClient
      .getQueryCache()
      .find({ queryKey: key })
      ?.promise?.catch(() => undefined);
    const known = queryClient.getQueryData<Pages>(key);
    if (!known) return;
    try {
      const head = await client.whatsapp.messages.list.query(input);
      const inHead = new Set(head.data.map(({ id }) => id));
      const older = rowsOf(known).filter(({ id }) => changed.has(id) && !inHead.has(id));
      const again = await Promise.all(
        older.map(({ id }) => client.whatsapp.messages.get.query({ instance_id: instanceId, message_id: id })),
      );
      const fresh = new Map([...head.data, ...again].map((message) => [message.id, message]));
      queryClient.setQueryData<Pages>(key, (old) => old && renewed(mergeHead(old, head).data, fresh));
    } catch {
      // The thread stays as it is; the next update or the resumed stream reloads it.
    }
  };

  useInstanceUpdates(instanceId, async (changed) => {
    if (chatId !== undefined) await readUpdates(changed);
  });

  const rows = useMemo(() => (query.data ? rowsOf(query.data).toReversed() : []), [query.data]);
  return { query, rows };
}

const renewed = (list: Pages, fresh: ReadonlyMap<string, Message>): Pages => ({
  ...list,
  pages: list.pages.map((page) => ({ ...page, data: page.data.map((row) => fresh.get(row.id) ?? row) })),
});

/** Adds a sent message to its thread before the stream announces it. */
export function useAddToThread(): (message: Message) => void {
  const trpc = useTRPC();
  return ({ instance_id: instanceId, chat_id: chatId, ...rest }) => {
    const message = { instance_id: instanceId, chat_id: chatId, ...rest };
    const { queryKey } = trpc.whatsapp.messages.list.infiniteQueryOptions(
      { instance_id: instanceId, chat_id: chatId, limit: PAGE },
      byCursor,
    );
    queryClient.setQueryData<Pages>(queryKey, (old) => {
      if (!old || rowsOf(old).some(({ id }) => id === message.id)) return old;
      const [first, ...others] = old.pages;
      return first ? { ...old, pages: [{ ...first, data: [message, ...first.data] }, ...others] } : old;
    });
  };
}
