import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';

import './automation.css';

interface AutomationFrameProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function AutomationFrame({ title, lead, actions, children }: AutomationFrameProps) {
  const { id: ws, name } = useWorkspace();
  const can = useCan();
  return (
    <Page title={title} context={name} lead={lead} actions={actions}>
      <TabLinks label="Automation">
        <Link to="/w/$ws/automation/publications" params={{ ws }}>
          Publications
        </Link>
        <Link to="/w/$ws/automation/deliveries" params={{ ws }}>
          Deliveries
        </Link>
        {can('automation.endpoints:read') && (
          <Link to="/w/$ws/automation/endpoints" params={{ ws }}>
            Endpoints
          </Link>
        )}
        {can('automation.rules:read') && (
          <Link to="/w/$ws/automation/rules" params={{ ws }}>
            Rules
          </Link>
        )}
        <Link to="/w/$ws/automation/connect" params={{ ws }}>
          Connect
        </Link>
      </TabLinks>
      {children}
    </Page>
  );
}
