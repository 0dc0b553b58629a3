import { useQuery } from '@tanstack/react-query';

import type { ChannelInfo } from '../../../shared/automation/channel';
import { useTRPC } from '../../trpc';

/** The channels there are; they change with releases only. */
export function useChannels(): readonly ChannelInfo[] {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.automation.channels.list.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return data?.data ?? [];
}

/** Names of channels for people; one that is not known goes by its own. */
export function useChannelName(): (kind: string) => string {
  const titles = new Map(useChannels().map(({ kind, title }) => [kind, title]));
  return (kind) => titles.get(kind) ?? kind;
}
