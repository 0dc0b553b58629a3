import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import type { Driver, DriverName } from './labels';

/** The drivers of this server, which do not change while it runs; undefined until they are known. */
export function useDrivers(): readonly Driver[] | undefined {
  const trpc = useTRPC();
  const enabled = useCan()('whatsapp.instances:read');
  const { data } = useQuery(trpc.whatsapp.drivers.list.queryOptions(undefined, { enabled, staleTime: Infinity }));
  return data?.data;
}

export const useDriver = (name: DriverName): Driver | undefined => useDrivers()?.find(({ driver }) => driver === name);
