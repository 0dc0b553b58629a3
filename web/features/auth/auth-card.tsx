import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { usePageTitle } from '../../ui/page-title';
import { SingleCardShell } from '../../ui/shell/shell';
import { Note } from '../../ui/tag';
import { t } from './texts';

interface EntryCardProps {
  title: string;
  lead?: ReactNode;
  foot?: ReactNode;
  children?: ReactNode;
}

export function AuthCard({ title, lead, foot, children }: EntryCardProps) {
  const heading = usePageTitle(title);
  return (
    <SingleCardShell>
      <div className="card entry-card">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {lead && (
          <div className="dimmed" style={{ fontSize: 13, marginBottom: 20 }}>
            {lead}
          </div>
        )}
        {children}
      </div>
      {foot && (
        <div className="dimmed" style={{ fontSize: 13 }}>
          {foot}
        </div>
      )}
    </SingleCardShell>
  );
}

export function InvalidLink({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthCard title={title} foot={<Link to="/">{t('goToSwitchboard')}</Link>}>
      <Note tone="warning">{children}</Note>
    </AuthCard>
  );
}
