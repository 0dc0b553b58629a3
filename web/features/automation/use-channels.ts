import { useQuery } from '@tanstack/react-query';

import type { ChannelInfo } from '../../../shared/automation/channel';
import { useTRPC } from '../../trpc';

export function useChannels(): readonly ChannelInfo[] {
  const trpc = useTRPC();
  const { data } = useQuery(
    trpc.automation.channels.list.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }),
  );
  return data?.data ?? [];
}

export function useChannelName(): (kind: string) => string {
  const titles = new Map(useChannels().map(({ kind, title }) => [kind, title]));
  return (kind) => titles.get(kind) ?? kind;
}
