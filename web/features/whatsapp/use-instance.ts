import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';

import { useTRPC } from '../../trpc';
import type { Instance } from './words';

export const InstanceContext = createContext<Instance | undefined>(undefined);

/** The instance of the address, kept fresh by its layout. */
export function useInstance(): Instance {
  const instance = use(InstanceContext);
  if (!instance) throw new Error('There is no instance around this.');
  return instance;
}

type Reason = string | undefined;

/** Why the instance cannot do something, in words; undefined where it can, or while nobody knows. */
export function useLacks(): (capability: string) => Reason {
  const trpc = useTRPC();
  const { id, driver } = useInstance();
  const { data } = useQuery(
    trpc.whatsapp.instances.capabilities.queryOptions({ instance_id: id }, { staleTime: 60_000 }),
  );
  return (capability) => {
    const entry = data?.[capability];
    if (entry === undefined || entry.supported) return undefined;
    return entry.note ?? `Not with the driver ${driver}.`;
  };
}
