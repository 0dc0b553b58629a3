import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { t } from './texts';

import './automation.css';

interface AutomationFrameProps extends Pick<ComponentProps<typeof Page>, 'lead' | 'actions' | 'more' | 'code'> {
  title: string;
  children: ReactNode;
}

export function AutomationFrame({ children, ...page }: AutomationFrameProps) {
  const { id: ws, name } = useWorkspace();
  const can = useCan();
  return (
    <Page {...page} context={name}>
      {/* On wide windows these links are in the sidebar. */}
      <div className="only-phone">
        <TabLinks label={t('automation')}>
          <Link to="/w/$ws/automation/publications" params={{ ws }}>
            {t('publications')}
          </Link>
          <Link to="/w/$ws/automation/deliveries" params={{ ws }}>
            {t('deliveries')}
          </Link>
          {can('automation.endpoints:read') && (
            <Link to="/w/$ws/automation/endpoints" params={{ ws }}>
              {t('endpoints')}
            </Link>
          )}
          {can('automation.rules:read') && (
            <Link to="/w/$ws/automation/rules" params={{ ws }}>
              {t('rules')}
            </Link>
          )}
          <Link to="/w/$ws/automation/connect" params={{ ws }}>
            {t('connect')}
          </Link>
        </TabLinks>
      </div>
      {children}
    </Page>
  );
}
