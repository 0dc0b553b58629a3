import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { useCan, useHasRole, useUser } from '../../ui/shell/workspace';
import { checklistOf } from './checklist';
import type { Checklist, Overview } from './progress';

/** Undefined until it is known whose keys there are. */
export function useChecklist({ checklist }: Overview): Checklist | undefined {
  const trpc = useTRPC();
  const user = useUser();
  const mayRead = useCan()('keys:read');
  const mayCreate = useHasRole('owner', 'admin', 'developer');
  const isPersonal = mayRead && mayCreate;
  const { data, isLoading } = useQuery(trpc.keys.list.queryOptions({ limit: 100 }, { enabled: isPersonal }));
  if (isLoading) return undefined;
  // With more keys than one page holds, one’s own may be on the next.
  if (!data || data.has_more) return checklist;
  return checklistOf(checklist, data.data, user.id);
}
