import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import type { Instance } from './labels';

/** A workspace has no more. */
export const ALL_INSTANCES = 100;

export function useInstanceList(): { instances: Instance[]; isLoading: boolean } {
  const trpc = useTRPC();
  const isAllowed = useCan()('whatsapp.instances:read');
  const { data, isLoading } = useQuery(
    trpc.whatsapp.instances.list.queryOptions({ limit: ALL_INSTANCES }, { enabled: isAllowed }),
  );
  return { instances: data?.data ?? [], isLoading };
}

/** Empty until they are loaded. */
export const useInstances = (): Instance[] => useInstanceList().instances;
