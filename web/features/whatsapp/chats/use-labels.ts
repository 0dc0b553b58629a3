import { useQuery } from '@tanstack/react-query';

import type { Outputs } from '../../../trpc';
import { useTRPC } from '../../../trpc';
import { useCan } from '../../../ui/shell/workspace';
import { useUnsupportedReason } from '../use-instance';

export type Label = Outputs['whatsapp']['labels']['get'];

const ALL = 100;

/** An instance has at most a hundred of them. Not asked for where the driver lacks them, or the person may not. */
export function useLabels(instanceId: string) {
  const trpc = useTRPC();
  const isAllowed = useCan()('whatsapp.contacts:read');
  const lack = useUnsupportedReason()('chat.labels');
  const enabled = isAllowed && lack === undefined;
  return useQuery(trpc.whatsapp.labels.list.queryOptions({ instance_id: instanceId, limit: ALL }, { enabled }));
}
