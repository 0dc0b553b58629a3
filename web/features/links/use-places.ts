import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import type { Domain, LinkTag } from './labels';

const LIMIT = 100;

/** The domains of the workspace, the shared one with them. */
export function useDomains(): Domain[] {
  const trpc = useTRPC();
  const isAllowed = useCan()('links.domains:read');
  const { data } = useQuery(trpc.links.domains.list.queryOptions({ limit: LIMIT }, { enabled: isAllowed }));
  return data?.data ?? [];
}

/** Where links can be made. */
export const isOpen = ({ status, disabled }: Domain): boolean =>
  !disabled && (status === 'active' || status === 'failing');

/** The tags of the workspace, the first hundred by name. */
export function useTags(): LinkTag[] {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.links.tags.list.queryOptions({ limit: LIMIT }));
  return data?.data ?? [];
}
