import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';

import './models.css';

interface ModelsFrameProps {
  title: string;
  lead?: ReactNode;
  aside?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

export function ModelsFrame({ title, lead, aside, actions, children }: ModelsFrameProps) {
  const { id: ws, name } = useWorkspace();
  const can = useCan();
  return (
    <Page title={title} context={name} lead={lead} aside={aside} actions={actions}>
      <TabLinks label="Models">
        <Link to="/w/$ws/models" params={{ ws }} activeOptions={{ exact: true, includeSearch: false }}>
          Models
        </Link>
        {can('ai:invoke') && (
          <Link to="/w/$ws/models/playground" params={{ ws }}>
            Playground
          </Link>
        )}
        {can('usage:read') && (
          <>
            <Link to="/w/$ws/models/usage" params={{ ws }}>
              Usage
            </Link>
            <Link to="/w/$ws/models/budgets" params={{ ws }}>
              Budgets
            </Link>
            <Link to="/w/$ws/models/calls" params={{ ws }}>
              Calls
            </Link>
          </>
        )}
      </TabLinks>
      {children}
    </Page>
  );
}
