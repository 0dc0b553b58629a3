import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';

import { useWorkspace } from '../../ui/shell/workspace';
import { useShortcuts } from '../../ui/shortcuts';
import { neighboursOf } from './remembered-list';
import { t } from './texts';

export function PreviousNext({ id }: { id: string }) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const { newer, older } = neighboursOf(id);
  // Pressed again before the page has drawn the next one, a key goes on from there.
  const latest = useRef(id);
  useEffect(() => {
    latest.current = id;
  }, [id]);
  useShortcuts(
    useMemo(() => {
      const go = (which: 'newer' | 'older') => () => {
        const next = neighboursOf(latest.current)[which];
        if (next === undefined) return;
        latest.current = next;
        void navigate({ to: '/w/$ws/activity/$id', params: { ws, id: next } });
      };
      return { ArrowLeft: go('newer'), ArrowRight: go('older') };
    }, [navigate, ws]),
  );
  if (!newer && !older) return null;
  return (
    <nav className="activity-walk" aria-label={t('neighbours')}>
      <Step to={newer} label="newer" />
      <Step to={older} label="older" />
    </nav>
  );
}

function Step({ to, label }: { to: string | undefined; label: 'newer' | 'older' }) {
  const { id: ws } = useWorkspace();
  const Icon = label === 'newer' ? IconArrowLeft : IconArrowRight;
  const content = (
    <>
      {label === 'newer' && <Icon size={14} aria-hidden />}
      {t(label)}
      {label === 'older' && <Icon size={14} aria-hidden />}
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
