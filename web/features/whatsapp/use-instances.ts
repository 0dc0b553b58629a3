import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import type { Instance } from './labels';

/** A workspace has no more. */
const LIMIT = 100;

export function useInstances(): Instance[] {
  const trpc = useTRPC();
  const isAllowed = useCan()('whatsapp.instances:read');
  const { data } = useQuery(trpc.whatsapp.instances.list.queryOptions({ limit: LIMIT }, { enabled: isAllowed }));
  return data?.data ?? [];
}
