import { Link, useRouter, useRouterState } from '@tanstack/react-router';

import type { NavItem, NavSection } from './navigation';
import { t } from './texts';
import { can, type MemberWorkspace } from './workspace';

interface RailProps {
  sections: readonly NavSection[];
  workspace?: MemberWorkspace | undefined;
  isAdmin: boolean;
  onNavigate?: () => void;
}

export function Rail({ sections, workspace, isAdmin, onNavigate }: RailProps) {
  const shown = useVisible(sections, workspace, isAdmin);
  const current = useCurrent(shown);
  return (
    <nav aria-label={t('main')} onClick={onNavigate}>
      {shown.map(({ title, items }, index) => (
        <div key={items[0]?.to ?? index}>
          {title && <div className="rail-title">{title()}</div>}
          {items.map((item) => (
            <RailLink key={item.to} item={item} workspace={workspace} isCurrent={item.to === current} />
          ))}
        </div>
      ))}
    </nav>
  );
}

/** Of several matching items the longest one; members are part of settings. */
function useCurrent(sections: readonly NavSection[]): string | undefined {
  const path = useRouterState({
    select: ({ matches, location, isLoading }) => {
      const { pathname = '', fullPath = '' } = matches.at(-1) ?? {};
      // Of an address without a page, the router matches the beginning.
      const isPage = isLoading || withoutSlash(pathname) === withoutSlash(location.pathname);
      return isPage ? withoutSlash(fullPath) : '';
    },
  });
  return sections
    .flatMap(({ items }) => items)
    .flatMap(({ to, also = [], exact }) => [to, ...also].map((at) => ({ to, at, exact })))
    .filter(({ at, exact }) => path === at || (!exact && path.startsWith(`${at}/`)))
    .toSorted((a, b) => b.at.length - a.at.length)[0]?.to;
}

const withoutSlash = (path: string): string => path.replace(/\/$/, '');

interface RailLinkProps {
  item: NavItem;
  workspace: MemberWorkspace | undefined;
  isCurrent: boolean;
}

function RailLink({ item, workspace, isCurrent }: RailLinkProps) {
  const { icon: Icon, ink } = item;
  return (
    <Link
      to={item.to as '/'}
      params={{ ws: workspace?.id ?? '' } as never}
      className="nav-item"
      activeOptions={{ exact: item.exact ?? !isCurrent, includeSearch: false }}
      // Of a page beside it, which the router does not know to belong to it.
      {...(isCurrent ? { 'aria-current': 'page' } : {})}
    >
      <Icon size={17} stroke={1.6} aria-hidden style={ink ? { color: `var(--ink-${ink})` } : {}} />
      {item.label()}
    </Link>
  );
}

export function useVisible(
  sections: readonly NavSection[],
  workspace: MemberWorkspace | undefined,
  isAdmin: boolean,
): NavSection[] {
  const router = useRouter();
  const exists = (to: string) => to in router.routesByPath;
  return sections
    .map((section) => ({
      ...section,
      items: section.items.filter(
        ({ to, scope, admin }) =>
          exists(to) && (!admin || isAdmin) && (!scope || (workspace !== undefined && can(workspace, scope))),
      ),
    }))
    .filter(({ items }) => items.length > 0);
}
