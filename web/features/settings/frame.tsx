import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { CodeCall } from '../../ui/code/copy-as-code';
import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { t } from './texts';

import './settings.css';

interface SettingsFrameProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  code?: CodeCall;
  children: ReactNode;
}

export function SettingsFrame({ title, lead, actions, code, children }: SettingsFrameProps) {
  const { id: ws, name } = useWorkspace();
  const can = useCan();
  return (
    <Page title={title} context={name} lead={lead} actions={actions} {...(code ? { code } : {})}>
      <TabLinks label={t('settings')}>
        <Link to="/w/$ws/settings/general" params={{ ws }}>
          {t('general')}
        </Link>
        <Link to="/w/$ws/settings/members" params={{ ws }}>
          {t('members')}
        </Link>
        {can('audit:read') && (
          <Link to="/w/$ws/settings/audit" params={{ ws }}>
            {t('auditLog')}
          </Link>
        )}
        {can('usage:read') && (
          <Link to="/w/$ws/settings/usage" params={{ ws }}>
            {t('usage')}
          </Link>
        )}
        <Link to="/w/$ws/settings/danger" params={{ ws }}>
          {t('dangerZone')}
        </Link>
      </TabLinks>
      <div className="settings-stack">{children}</div>
    </Page>
  );
}
