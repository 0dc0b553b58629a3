import { ACCESS_QUOTAS } from '../access/labels';
import { AUTOMATION_QUOTAS } from '../automation/labels';
import { LINK_QUOTAS } from '../links/labels';
import { WEBHOOK_QUOTAS } from '../webhooks/labels';
import { WHATSAPP_QUOTAS } from '../whatsapp/labels';

/** Without zod, for the console. */
export const QUOTAS = {
  ...ACCESS_QUOTAS,
  ...WEBHOOK_QUOTAS,
  ...LINK_QUOTAS,
  ...WHATSAPP_QUOTAS,
  ...AUTOMATION_QUOTAS,
} as const;
export type QuotaName = keyof typeof QUOTAS;
