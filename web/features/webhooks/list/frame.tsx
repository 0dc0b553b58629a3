import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

import { Page } from '../../../ui/page';
import { TabLinks } from '../../../ui/shell/tab-links';
import { useWorkspace } from '../../../ui/shell/workspace';
import { t } from './texts';

import '../webhooks.css';

/** The pages about all webhooks, as tabs. */
export function WebhooksFrame({ children, ...page }: ComponentProps<typeof Page>) {
  const { id: ws, name } = useWorkspace();
  return (
    <Page context={name} {...page}>
      <TabLinks label={t('webhooks')}>
        <Link to="/w/$ws/webhooks" params={{ ws }} activeOptions={{ exact: true, includeSearch: false }}>
          {t('webhooks')}
        </Link>
        <Link to="/w/$ws/webhooks/dead-letters" params={{ ws }} activeOptions={{ includeSearch: false }}>
          {t('deadLetters')}
        </Link>
        <Link to="/w/$ws/webhooks/inbox" params={{ ws }} activeOptions={{ includeSearch: false }}>
          {t('inbox')}
        </Link>
      </TabLinks>
      {children}
    </Page>
  );
}
