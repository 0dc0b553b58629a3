import { DEFAULT_WEB, type WebAcknowledger, type WebSettings } from '../../../../shared/whatsapp/drivers/web';
import type { CreateInstance, InstanceChange } from '../../../../shared/whatsapp/instance-inputs';
import { defined } from '../../../defined';
import type { WhatsAppContext } from '../../context';

export function newSettings(ctx: WhatsAppContext, given: NonNullable<CreateInstance['web']>): WebSettings {
  const { acknowledge_unofficial: _, ...options } = given;
  return {
    ...DEFAULT_WEB,
    ...defined(options),
    acknowledged_at: ctx.now().toISOString(),
    acknowledged_by: acknowledgerOf(ctx.actor),
  };
}

export const changedSettings = (before: WebSettings, given: NonNullable<InstanceChange['web']>): WebSettings => ({
  ...before,
  ...defined(given),
});

const acknowledgerOf = (actor: WhatsAppContext['actor']): WebAcknowledger =>
  actor.type === 'key' ? { type: 'key', id: actor.keyId } : { type: 'user', id: actor.userId };
