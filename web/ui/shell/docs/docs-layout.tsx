import { IconArrowLeft, IconSearch } from '@tabler/icons-react';
import { Link, Outlet, useLoaderData, useMatches } from '@tanstack/react-router';
import { useMemo, type ReactNode } from 'react';

import { createClient, queryClient, TRPCProvider } from '../../../trpc';
import { Avatar } from '../../icons/avatar';
import { LazyPalette } from '../../palette/lazy-palette';
import { openPalette } from '../../palette/open';
import { headerMenu } from '../header/header-menu';
import { SchemeButton } from '../header/scheme-button';
import { Logo, WorkspaceIcon } from '../icons';
import { t as shell } from '../texts';
import { WorkspaceProvider, type MemberWorkspace, type User } from '../workspace';
import { t } from './texts';

import './docs.css';

const AccountMenu = headerMenu(async () => (await import('../header/account-menu')).AccountMenu);
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Around the reference, the guides and the error codes: with the person’s header, when somebody is signed in. */
export function DocsLayout() {
  const session = useLoaderData({ from: '/docs-layout' });
  const content = (
    <>
      <DocsHeader user={session?.user} workspace={session?.workspace} />
      <Outlet />
      <LazyPalette isPublic={session === undefined} />
    </>
  );
  if (!session?.workspace) return content;
  return (
    <InWorkspace place={{ user: session.user, workspace: session.workspace, workspaces: session.workspaces }}>
      {content}
    </InWorkspace>
  );
}

interface InWorkspaceProps {
  place: { user: User; workspace: MemberWorkspace; workspaces: MemberWorkspace[] };
  children: ReactNode;
}

function InWorkspace({ place, children }: InWorkspaceProps) {
  const { id } = place.workspace;
  const client = useMemo(() => createClient(id), [id]);
  return (
    <TRPCProvider key={id} trpcClient={client} queryClient={queryClient} keyPrefix={id}>
      <WorkspaceProvider place={place}>{children}</WorkspaceProvider>
    </TRPCProvider>
  );
}

function DocsHeader({ user, workspace }: { user: User | undefined; workspace: MemberWorkspace | undefined }) {
  return (
    <>
      <a href="#main" className="skip-link">
        {shell('skipToContent')}
      </a>
      <header className="header docs-header" data-scalar-scroll-header>
        {workspace ? (
          <Link
            to="/w/$ws"
            params={{ ws: workspace.id }}
            className="header-button docs-back"
            aria-label={t('backTo', { name: workspace.name })}
          >
            <IconArrowLeft size={16} aria-hidden />
            <WorkspaceIcon name={workspace.name} />
            <span className="truncate">{workspace.name}</span>
          </Link>
        ) : (
          <Link to="/" className="header-button docs-back">
            <Logo />
            Switchboard
          </Link>
        )}
        <DocsNav className="docs-nav only-wide" />
        <button type="button" className="search-button only-wide" onClick={() => openPalette()}>
          <IconSearch size={14} aria-hidden />
          {shell('search')}
          <kbd className="key-cap">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        <button
          type="button"
          className="header-icon only-phone"
          aria-label={shell('search')}
          onClick={() => openPalette()}
        >
          <IconSearch size={17} stroke={1.6} aria-hidden />
        </button>
        <SchemeButton />
        {user ? (
          <AccountMenu className="header-icon" label={shell('accountOf', { name: user.name })}>
            <Avatar name={user.name} seed={user.id} />
          </AccountMenu>
        ) : (
          <Link to="/sign-in" className="header-link">
            {t('signIn')}
          </Link>
        )}
      </header>
      <DocsNav className="docs-nav only-phone" />
    </>
  );
}

function DocsNav({ className }: { className: string }) {
  const current = useMatches({ select: (matches) => matches.at(-1)?.fullPath });
  // Links to the first guide and the first surface, lit on all of them.
  const isCurrent = (path: string) => (current === path ? { 'aria-current': 'page' as const } : {});
  return (
    <nav className={className} aria-label={t('documentation')}>
      <Link to="/docs/$guide" params={{ guide: 'getting-started' }} {...isCurrent('/docs/$guide')}>
        {t('guides')}
      </Link>
      <Link to="/reference/$surface" params={{ surface: 'getting-started' }} {...isCurrent('/reference/$surface')}>
        {t('reference')}
      </Link>
      <Link to="/docs/errors" {...isCurrent('/docs/errors')}>
        {t('errorCodes')}
      </Link>
    </nav>
  );
}
