import type { Webhook } from '../labels';
import { t } from './texts';

export const RECEIVERS = {
  n8n: 'n8n',
  zapier: 'Zapier',
  make: 'Make',
  pipedream: 'Pipedream',
  get inbox() {
    return t('inbox');
  },
  custom: '',
} satisfies Record<Webhook['receiver']['kind'], string>;

export const RECEIVER_WARNINGS = {
  get n8n_test_url() {
    return t('n8nTestUrl');
  },
  get plain_http() {
    return t('plainHttp');
  },
} satisfies Record<Webhook['receiver']['warnings'][number], string>;
