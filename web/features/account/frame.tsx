import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Page } from '../../ui/page';
import { TabLinks } from '../../ui/shell/tab-links';
import { t } from './texts';

interface AccountFrameProps {
  title: string;
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function AccountFrame({ title, lead, actions, children }: AccountFrameProps) {
  return (
    <Page title={title} lead={lead} actions={actions}>
      <TabLinks label={t('account')}>
        <Link to="/account/profile">{t('profile')}</Link>
        <Link to="/account/security">{t('security')}</Link>
        <Link to="/account/sessions">{t('sessions')}</Link>
      </TabLinks>
      {children}
    </Page>
  );
}
