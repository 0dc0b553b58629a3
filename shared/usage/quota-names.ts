import { ACCESS_QUOTAS } from '../access/module';
import { AUTOMATION_QUOTAS } from '../automation/module';
import { LINK_QUOTAS } from '../links/module';
import { WEBHOOK_QUOTAS } from '../webhooks/module';
import { WHATSAPP_QUOTAS } from '../whatsapp/module';

/** Without zod, for the console. */
export const QUOTAS = {
  ...ACCESS_QUOTAS,
  ...WEBHOOK_QUOTAS,
  ...LINK_QUOTAS,
  ...WHATSAPP_QUOTAS,
  ...AUTOMATION_QUOTAS,
} as const;
export type QuotaName = keyof typeof QUOTAS;
