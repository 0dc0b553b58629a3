import { useQuery } from '@tanstack/react-query';

import { useTRPC } from '../../trpc';
import { shortId } from '../../ui/format';
import { useCan } from '../../ui/shell/workspace';

export function useKeyNames() {
  const trpc = useTRPC();
  const mayRead = useCan()('keys:read');
  const keys = useQuery(trpc.keys.list.queryOptions({ limit: 100 }, { enabled: mayRead }));
  const names = new Map(keys.data?.data.map(({ id, name }) => [id, name]));
  return { names, nameOf: (id: string): string => names.get(id) ?? shortId(id), mayRead };
}
