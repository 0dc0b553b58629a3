import { IconDevices, IconLock, IconUser } from '@tabler/icons-react';

import { INSTANCE, type NavSection } from '../navigation';
import { t } from './texts';

/** The rail of somebody without a workspace; in one, these pages are tabs. */
export const ACCOUNT_NAV: NavSection[] = [
  {
    title: () => t('yourAccount'),
    items: [
      { label: () => t('profile'), icon: IconUser, to: '/account/profile' },
      { label: () => t('security'), icon: IconLock, to: '/account/security' },
      { label: () => t('sessions'), icon: IconDevices, to: '/account/sessions' },
    ],
  },
  INSTANCE,
];
