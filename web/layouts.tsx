import { Outlet, useLoaderData, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

import { createClient, queryClient, TRPCProvider } from './trpc';
import { LiveStream } from './ui/live/live';
import { LazyPalette } from './ui/palette/lazy-palette';
import { PersonDialogs } from './ui/person/person-dialogs';
import { FollowWorkspace } from './ui/shell/follow-workspace';
import { ACCOUNT_NAV, WORKSPACE_NAV } from './ui/shell/navigation';
import { RoleGate } from './ui/shell/role-gate';
import { EntryShell, Shell } from './ui/shell/shell';
import { WorkspaceProvider } from './ui/shell/workspace';
import { WorkspaceShortcuts } from './ui/shell/workspace-shortcuts';
import { ErrorState, NotFound } from './ui/states/states';
import { Toasts } from './ui/toast';

export function RootLayout() {
  return (
    <>
      <Outlet />
      <PersonDialogs />
      <Toasts />
    </>
  );
}

export function WorkspaceLayout() {
  const place = useLoaderData({ from: '/w/$ws' });
  const { id } = place.workspace;
  const client = useMemo(() => createClient(id), [id]);
  return (
    <TRPCProvider key={id} trpcClient={client} queryClient={queryClient} keyPrefix={id}>
      <WorkspaceProvider place={place}>
        <Shell user={place.user} workspace={place.workspace} sections={WORKSPACE_NAV}>
          <RoleGate>
            <Outlet />
          </RoleGate>
        </Shell>
        <LiveStream workspaceId={id} />
        <FollowWorkspace />
        <WorkspaceShortcuts />
        <LazyPalette />
      </WorkspaceProvider>
    </TRPCProvider>
  );
}

export function AccountLayout() {
  const { user } = useLoaderData({ from: '/account-layout' });
  return (
    <>
      <Shell user={user} sections={ACCOUNT_NAV}>
        <Outlet />
      </Shell>
      <LazyPalette />
    </>
  );
}

export function RouteError({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <EntryShell>
      <ErrorState error={error} onRetry={() => void router.invalidate()} isPage />
    </EntryShell>
  );
}

export function NoSuchPage() {
  return (
    <EntryShell>
      <NotFound
        isPage
        actions={
          <a href="/user/api" className="copy-button">
            Back to the console
          </a>
        }
      />
    </EntryShell>
  );
}
