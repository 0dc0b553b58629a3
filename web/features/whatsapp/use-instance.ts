import { useQuery } from '@tanstack/react-query';
import { createContext, use } from 'react';

import { MINUTE_MS } from '../../../shared/durations';
import { useTRPC } from '../../trpc';
import type { Instance } from './labels';
import { t } from './texts';
import { useInstances } from './use-instances';

export const InstanceContext = createContext<Instance | undefined>(undefined);

export function useInstance(): Instance {
  const instance = use(InstanceContext);
  if (!instance) throw new Error('There is no instance around this.');
  return instance;
}

type Reason = string | undefined;

/** Why the current instance cannot do something; undefined when it can or while loading. */
export function useUnsupportedReason(): (capability: string) => Reason {
  const trpc = useTRPC();
  const instance = use(InstanceContext);
  const { data } = useQuery(
    trpc.whatsapp.instances.get_capabilities.queryOptions(
      { instance_id: instance?.id ?? '' },
      { enabled: instance !== undefined, staleTime: MINUTE_MS },
    ),
  );
  return (capability) => {
    const entry = data?.[capability];
    if (entry === undefined || entry.supported) return undefined;
    return entry.note ?? t('notSupported', { driver: instance?.driver ?? '' });
  };
}

/** The instance that stores an upload: the current one, else any. */
export function useFileInstance(): string | undefined {
  const [any] = useInstances();
  return use(InstanceContext)?.id ?? any?.id;
}
