import { useQuery } from '@tanstack/react-query';

import { account, type Outputs } from '../../../trpc';

export type InstanceCause = Outputs['instance']['get_health']['causes'][number];

const RECHECK_MS = 30_000;
const NOTHING: readonly never[] = [];

/** Failures of the installation, queried for its administrators only. */
export function useInstanceCauses(isAdmin: boolean): readonly InstanceCause[] {
  const options = account.instance.get_health.queryOptions(undefined, {
    enabled: isAdmin,
    refetchInterval: RECHECK_MS,
  });
  return useQuery(options).data?.causes ?? NOTHING;
}
