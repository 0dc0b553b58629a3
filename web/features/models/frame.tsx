import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { t } from './texts';

import './models.css';

export function ModelsFrame({ children, ...page }: ComponentProps<typeof Page>) {
  const { id: ws, name } = useWorkspace();
  const can = useCan();
  return (
    <Page context={name} {...page}>
      <TabLinks label={t('models')}>
        <Link to="/w/$ws/models" params={{ ws }} activeOptions={{ exact: true, includeSearch: false }}>
          {t('models')}
        </Link>
        {can('ai:invoke') && (
          <Link to="/w/$ws/models/playground" params={{ ws }}>
            {t('playground')}
          </Link>
        )}
        {can('usage:read') && (
          <>
            <Link to="/w/$ws/models/usage" params={{ ws }}>
              {t('usage')}
            </Link>
            <Link to="/w/$ws/models/budgets" params={{ ws }}>
              {t('budgets')}
            </Link>
            <Link to="/w/$ws/models/calls" params={{ ws }}>
              {t('calls')}
            </Link>
          </>
        )}
      </TabLinks>
      {children}
    </Page>
  );
}
