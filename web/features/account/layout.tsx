import { Outlet, useLoaderData } from '@tanstack/react-router';
import { useMemo } from 'react';

import { lastWorkspace } from '../../session';
import { createClient, queryClient, TRPCProvider } from '../../trpc';
import { LazyPalette } from '../../ui/palette/lazy-palette';
import { WORKSPACE_NAV } from '../../ui/shell/navigation';
import { ACCOUNT_NAV } from '../../ui/shell/on-demand/account-navigation';
import { Shell } from '../../ui/shell/shell';
import { WorkspaceProvider } from '../../ui/shell/workspace';
import { WorkspaceShortcuts } from '../../ui/shell/workspace-shortcuts';

/** With the rail of the workspace that was open last: the way back stays where it was. */
export function AccountLayout() {
  const { user, workspaces } = useLoaderData({ from: '/account-layout' });
  const workspace = lastWorkspace(workspaces);
  const id = workspace?.id ?? '';
  const client = useMemo(() => createClient(id), [id]);
  if (workspace) {
    return (
      <TRPCProvider key={id} trpcClient={client} queryClient={queryClient} keyPrefix={id}>
        <WorkspaceProvider place={{ user, workspace, workspaces }}>
          <Shell user={user} workspace={workspace} sections={WORKSPACE_NAV}>
            <Outlet />
          </Shell>
          <WorkspaceShortcuts />
          <LazyPalette />
        </WorkspaceProvider>
      </TRPCProvider>
    );
  }
  return (
    <>
      <Shell user={user} sections={ACCOUNT_NAV}>
        <Outlet />
      </Shell>
      <LazyPalette />
    </>
  );
}
