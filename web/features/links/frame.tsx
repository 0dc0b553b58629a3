import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';

import './links.css';

interface LinksFrameProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function LinksFrame({ title, lead, actions, children }: LinksFrameProps) {
  const { id: ws, name } = useWorkspace();
  const can = useCan();
  return (
    <Page title={title} context={name} lead={lead} actions={actions}>
      <TabLinks label="Short links">
        <Link to="/w/$ws/links" params={{ ws }} activeOptions={{ exact: true, includeSearch: false }}>
          Links
        </Link>
        {can('links.analytics:read') && (
          <Link to="/w/$ws/links/analytics" params={{ ws }}>
            Analytics
          </Link>
        )}
        {can('links.domains:read') && (
          <Link to="/w/$ws/links/domains" params={{ ws }}>
            Domains
          </Link>
        )}
        <Link to="/w/$ws/links/settings" params={{ ws }}>
          Tags and settings
        </Link>
      </TabLinks>
      {children}
    </Page>
  );
}
