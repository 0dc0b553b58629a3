import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';

import './settings.css';

interface SettingsFrameProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function SettingsFrame({ title, lead, actions, children }: SettingsFrameProps) {
  const { id: ws, name } = useWorkspace();
  const can = useCan();
  return (
    <Page title={title} context={name} lead={lead} actions={actions}>
      <TabLinks label="Settings">
        <Link to="/w/$ws/settings/general" params={{ ws }}>
          General
        </Link>
        <Link to="/w/$ws/settings/members" params={{ ws }}>
          Members
        </Link>
        {can('audit:read') && (
          <Link to="/w/$ws/settings/audit" params={{ ws }}>
            Audit log
          </Link>
        )}
        {can('usage:read') && (
          <Link to="/w/$ws/settings/usage" params={{ ws }}>
            Usage
          </Link>
        )}
        <Link to="/w/$ws/settings/danger" params={{ ws }}>
          Danger
        </Link>
      </TabLinks>
      <div className="settings-stack">{children}</div>
    </Page>
  );
}
