import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useMemo, useState } from 'react';

import { lazyPart } from '../lazy-parts';
import { useShortcuts } from '../shortcuts';
import { WORKSPACE_NAV } from './navigation';
import { can, useWorkspace } from './workspace';

const ShortcutHelp = lazyPart(async () => (await import('./on-demand/shortcut-help')).ShortcutHelp);

export function WorkspaceShortcuts() {
  const navigate = useNavigate();
  const router = useRouter();
  const workspace = useWorkspace();
  const [isHelp, setIsHelp] = useState(false);

  const shortcuts = useMemo(() => {
    const items = WORKSPACE_NAV.flatMap((section) => section.items).filter(
      ({ key, to, scope }) => key && to in router.routesByPath && (!scope || can(workspace, scope)),
    );
    const pages = items.map(({ key, to }) => [
      `g ${key}`,
      () => void navigate({ to: to as '/', params: { ws: workspace.id } as never }),
    ]);
    return { ...Object.fromEntries(pages), '?': () => setIsHelp(true) } as Record<string, () => void>;
  }, [navigate, router, workspace]);
  useShortcuts(shortcuts);

  if (!isHelp) return null;
  return (
    <Suspense>
      <ShortcutHelp onClose={() => setIsHelp(false)} />
    </Suspense>
  );
}
