import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import type { Domain, LinkTag } from './labels';

const LIMIT = 100;

export function useDomains(): Domain[] {
  const trpc = useTRPC();
  const isAllowed = useCan()('links.domains:read');
  const { data } = useQuery(trpc.links.domains.list.queryOptions({ limit: LIMIT }, { enabled: isAllowed }));
  return data?.data ?? [];
}

/** Where links can be made. */
export const acceptsLinks = ({ status, disabled }: Domain): boolean =>
  !disabled && (status === 'active' || status === 'failing');

export function useTags(): LinkTag[] {
  const trpc = useTRPC();
  const { data } = useQuery(trpc.links.tags.list.queryOptions({ limit: LIMIT }));
  return data?.data ?? [];
}
