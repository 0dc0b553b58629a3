import { IconChevronDown, IconMenu2, IconSearch, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';

import { brand } from '../brand';
import { Avatar } from '../icons/avatar';
import { lazyWhenIdle } from '../lazy-parts';
import { openPalette } from '../palette/open';
import { headerMenu } from './header/header-menu';
import { SchemeButton } from './header/scheme-button';
import { WorkspaceIcon, Logo } from './icons';
import type { NavSection } from './navigation';
import { Rail } from './rail';
import { t } from './texts';
import type { MemberWorkspace, User } from './workspace';

const WorkspaceMenu = headerMenu(async () => (await import('./header/workspace-menu')).WorkspaceMenu);
const AccountMenu = headerMenu(async () => (await import('./header/account-menu')).AccountMenu);
const WarningSlot = lazyWhenIdle(async () => (await import('./warnings/warnings')).WarningSlot);
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface ShellProps {
  user: User;
  workspace?: MemberWorkspace;
  sections: readonly NavSection[];
  children: ReactNode;
}

export function Shell({ user, workspace, sections, children }: ShellProps) {
  const drawer = useRef<HTMLDialogElement>(null);
  const rail = { sections, workspace, isAdmin: user.instance_admin };
  const close = () => drawer.current?.close();

  return (
    <div className="with-rail">
      <a href="#main" className="skip-link">
        {t('skipToContent')}
      </a>
      <header className="header">
        <button
          type="button"
          className="header-icon only-phone"
          aria-label={t('openNavigation')}
          onClick={() => drawer.current?.showModal()}
        >
          <IconMenu2 size={20} stroke={1.6} aria-hidden />
        </button>
        {workspace && brand.hasLogo && (
          <span className="header-logo only-wide">
            <Logo />
          </span>
        )}
        <div className="header-slot">
          <WorkspaceMenu className="header-button">
            <span className="visually-hidden">{t('workspace')}</span>
            {workspace ? <WorkspaceIcon name={workspace.name} /> : <Logo />}
            <span className="truncate">{workspace?.name ?? brand.name}</span>
            <IconChevronDown size={14} aria-hidden />
          </WorkspaceMenu>
          <WarningSlot workspace={workspace} isAdmin={user.instance_admin} />
        </div>
        <button type="button" className="search-button only-wide" onClick={() => openPalette()}>
          <IconSearch size={14} aria-hidden />
          {t('search')}
          <kbd className="key-cap">{isApple ? '⌘K' : 'Ctrl K'}</kbd>
        </button>
        <button type="button" className="header-icon only-phone" aria-label={t('search')} onClick={() => openPalette()}>
          <IconSearch size={17} stroke={1.6} aria-hidden />
        </button>
        <SchemeButton />
        <AccountMenu className="header-icon" label={t('accountOf', { name: user.name })}>
          <Avatar name={user.name} seed={user.id} />
        </AccountMenu>
      </header>
      <div className="rail">
        <Rail {...rail} />
      </div>
      <dialog
        ref={drawer}
        className="drawer-rail"
        aria-label={t('navigation')}
        onClick={(event) => event.target === drawer.current && close()}
      >
        <div className="drawer-rail-head">
          {brand.name}
          <button type="button" className="header-icon" aria-label={t('closeNavigation')} onClick={close}>
            <IconX size={18} stroke={1.6} aria-hidden />
          </button>
        </div>
        <Rail {...rail} onNavigate={close} />
      </dialog>
      <main id="main" className="main" tabIndex={-1}>
        <div className="main-inner">{children}</div>
      </main>
    </div>
  );
}

export function SingleCardShell({ children }: { children: ReactNode }) {
  return (
    <>
      <a href="#main" className="skip-link">
        {t('skipToContent')}
      </a>
      <header className="header">
        <div className="header-slot">
          <Link to="/" className="header-button header-home">
            <Logo />
            {brand.name}
          </Link>
        </div>
        <SchemeButton />
      </header>
      <main id="main" className="entry" tabIndex={-1}>
        {children}
      </main>
    </>
  );
}
