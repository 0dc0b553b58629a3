import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';

import { useWorkspace } from '../../ui/shell/workspace';
import { useShortcuts } from '../../ui/shortcuts';

/** The list that was open last, with its filters: "previous" and "next" follow its order. */
let remembered: { ids: readonly string[]; address: string } = { ids: [], address: '' };

export function rememberList(ids: readonly string[]): void {
  remembered = { ids, address: location.pathname.replace(/^\/user\/api/, '') + location.search };
}

export const listOf = (id: string): string | undefined =>
  remembered.ids.includes(id) ? remembered.address : undefined;

export function PreviousNext({ id }: { id: string }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const at = remembered.ids.indexOf(id);
  const newer = remembered.ids[at - 1];
  const older = at === -1 ? undefined : remembered.ids[at + 1];
  useShortcuts(
    useMemo(() => {
      const go = (to: string | undefined) => () => {
        if (to) void navigate({ to: '/w/$ws/activity/$id', params: { ws, id: to } });
      };
      return { ArrowLeft: go(newer), ArrowRight: go(older) };
    }, [navigate, ws, newer, older]),
  );
  if (!newer && !older) return null;
  return (
    <nav className="activity-walk" aria-label="Neighbours in the list">
      <Step to={newer} label="Newer" />
      <Step to={older} label="Older" />
    </nav>
  );
}

function Step({ to, label }: { to: string | undefined; label: 'Newer' | 'Older' }) {
  const { id: ws } = useWorkspace();
  const Icon = label === 'Newer' ? IconArrowLeft : IconArrowRight;
  const content = (
    <>
      {label === 'Newer' && <Icon size={14} aria-hidden />}
      {label}
      {label === 'Older' && <Icon size={14} aria-hidden />}
    </>
  );
  if (!to) {
    return (
      <button type="button" className="copy-button" disabled>
        {content}
      </button>
    );
  }
  return (
    <Link to="/w/$ws/activity/$id" params={{ ws, id: to }} className="copy-button">
      {content}
    </Link>
  );
}
