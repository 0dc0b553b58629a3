import { useRouter } from '@tanstack/react-router';

import { account, queryClient } from '../../trpc';

/** Shows a name of the workspace in header and menus before the server knows it; what comes back takes it back. */
export function useRename(workspaceId: string): (name: string) => () => void {
  const router = useRouter();
  const queryKey = account.workspaces.list.queryKey({});

  const show = (name: string): string | undefined => {
    const before = queryClient.getQueryData(queryKey)?.data.find(({ id }) => id === workspaceId)?.name;
    if (before === name) return before;
    queryClient.setQueryData(
      queryKey,
      (known) => known && { data: known.data.map((one) => (one.id === workspaceId ? { ...one, name } : one)) },
    );
    // The shell has it from the loader, which reads this cache.
    void router.invalidate();
    return before;
  };

  return (name) => {
    const before = show(name);
    return () => {
      if (before !== undefined) show(before);
    };
  };
}
