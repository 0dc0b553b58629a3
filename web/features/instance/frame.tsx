import { IconLock } from '@tabler/icons-react';
import { useLoaderData } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { Page } from '../../ui/page';
import { State } from '../../ui/states/states';
import { t } from './texts';

interface InstancePageProps {
  title: string;
  lead: ReactNode;
  actions?: ReactNode;
  /** Rendered for administrators only, so that its queries run for nobody else. */
  children: ReactNode;
}

export function InstancePage({ title, lead, actions, children }: InstancePageProps) {
  const { user } = useLoaderData({ from: '/account-layout' });
  if (user.instance_admin) {
    return (
      <Page title={title} lead={lead} actions={actions}>
        {children}
      </Page>
    );
  }
  return (
    <Page title={title}>
      <State icon={IconLock} title={t('administratorsOnly')}>
        <p>{t('askAdministrator')}</p>
      </State>
    </Page>
  );
}
