import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { t } from './texts';

import './links.css';

export function LinksFrame({ children, ...page }: ComponentProps<typeof Page>) {
  const { id: ws, name } = useWorkspace();
  const can = useCan();
  return (
    <Page context={name} {...page}>
      <TabLinks label={t('shortLinks')}>
        <Link to="/w/$ws/links" params={{ ws }} activeOptions={{ exact: true, includeSearch: false }}>
          {t('linksTab')}
        </Link>
        {can('links.analytics:read') && (
          <Link to="/w/$ws/links/analytics" params={{ ws }}>
            {t('analytics')}
          </Link>
        )}
        {can('links.domains:read') && (
          <Link to="/w/$ws/links/domains" params={{ ws }}>
            {t('domains')}
          </Link>
        )}
        <Link to="/w/$ws/links/settings" params={{ ws }}>
          {t('tagsAndSettings')}
        </Link>
      </TabLinks>
      {children}
    </Page>
  );
}
