import { useRouter } from '@tanstack/react-router';

import { account, queryClient } from '../../trpc';

/** Shows the new name in header and menus before the server has answered; the reload corrects it. */
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
    // The shell reads the workspace from the loader.
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
