import { useQueries } from '@tanstack/react-query';

import { useTRPC, useTRPCClient } from '../../../trpc';
import { nameOf } from './labels';

/** Names of publications by ID. Each is read once, however often its publication changes. */
export function usePublicationNames(ids: readonly string[]): (id: string) => string | undefined {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const unique = [...new Set(ids)];
  const found = useQueries({
    queries: unique.map((id) => ({
      // Not the key of the publication itself, which pages read again after each event.
      queryKey: [...trpc.automation.publications.get.queryKey({ publication_id: id }), 'name'],
      queryFn: async () => nameOf(await client.automation.publications.get.query({ publication_id: id })),
      staleTime: 'static' as const,
    })),
  });
  const names = new Map(unique.map((id, at) => [id, found[at]?.data]));
  return (id) => names.get(id);
}
