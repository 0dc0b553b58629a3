import { Outlet, useLoaderData, useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';

import { createClient, queryClient, TRPCProvider } from './trpc';
import { AuthPrompts } from './ui/auth-prompt/auth-prompts';
import { LiveStream } from './ui/live/live';
import { LazyPalette } from './ui/palette/lazy-palette';
import { WORKSPACE_NAV } from './ui/shell/navigation';
import { RoleGate } from './ui/shell/role-gate';
import { SingleCardShell, Shell } from './ui/shell/shell';
import { t } from './ui/shell/texts';
import { WorkspaceProvider } from './ui/shell/workspace';
import { WorkspaceShortcuts } from './ui/shell/workspace-shortcuts';
import { WorkspaceUpdates } from './ui/shell/workspace-updates';
import { ErrorState, NotFound } from './ui/states/states';
import { Toasts } from './ui/toast/toast';

export function RootLayout() {
  return (
    <>
      <Outlet />
      <AuthPrompts />
      <Toasts />
    </>
  );
}

export function WorkspaceLayout() {
  const place = useLoaderData({ from: '/w/$ws' });
  const { id, latest_sequence: latestSequence } = place.workspace;
  const client = useMemo(() => createClient(id), [id]);
  return (
    <TRPCProvider key={id} trpcClient={client} queryClient={queryClient} keyPrefix={id}>
      <WorkspaceProvider place={place}>
        <Shell user={place.user} workspace={place.workspace} sections={WORKSPACE_NAV}>
          <RoleGate>
            <Outlet />
          </RoleGate>
        </Shell>
        <LiveStream workspaceId={id} latestSequence={latestSequence} />
        <WorkspaceUpdates />
        <WorkspaceShortcuts />
        <LazyPalette />
      </WorkspaceProvider>
    </TRPCProvider>
  );
}

export function RouteError({ error }: { error: unknown }) {
  const router = useRouter();
  return (
    <SingleCardShell>
      <ErrorState error={error} onRetry={() => void router.invalidate()} isPage />
    </SingleCardShell>
  );
}

/** Within a workspace, whose navigation stays. */
export const NoSuchPart = () => <NotFound isPage />;

export function NoSuchPage() {
  return (
    <SingleCardShell>
      <NotFound
        isPage
        actions={
          <a href="/user/api" className="copy-button">
            {t('backToConsole')}
          </a>
        }
      />
    </SingleCardShell>
  );
}
