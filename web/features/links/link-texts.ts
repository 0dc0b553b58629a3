import type { Click, Link } from './labels';
import { t } from './texts';

export const STATUS_LABELS = {
  active: () => t('active'),
  scheduled: () => t('scheduled'),
  expired: () => t('expired'),
  limit_reached: () => t('limitReached'),
  disabled: () => t('disabled'),
  blocked: () => t('blocked'),
} satisfies Record<Link['status'], () => string>;

export const BOT_LABELS = {
  head: () => t('botHead'),
  prefetch: () => t('botPrefetch'),
  no_user_agent: () => t('botNoAgent'),
  preview: () => t('botPreview'),
  http_client: () => t('botClient'),
  crawler: () => t('botCrawler'),
  click_rate: () => t('botRate'),
} satisfies Record<NonNullable<Click['bot_reason']>, () => string>;

export const redirects = () => [
  { value: '302', label: t('redirect302') },
  { value: '301', label: t('redirect301') },
  { value: '307', label: t('redirect307') },
  { value: '308', label: t('redirect308') },
];
