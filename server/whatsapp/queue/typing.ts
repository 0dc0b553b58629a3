import { scoped } from '../../db/scoped';
import type { DriverInstance, SendJob } from '../drivers/driver';
import { lastInbound } from '../messages/target';
import type { MessageRow } from '../present/messages';
import { recordTyping } from '../sandbox/typing';
import type { InstanceRow } from '../work-types';
import type { QueueContext } from './types';

/** If typing cannot be shown, the pause remains. */
export async function simulateTyping(
  ctx: QueueContext,
  instance: InstanceRow,
  revealed: DriverInstance,
  { chatId }: Pick<MessageRow, 'chatId'>,
  { to, simulateTypingMs: lastsMs }: Pick<SendJob, 'to' | 'simulateTypingMs'>,
): Promise<void> {
  try {
    const last = await lastInbound(scoped(ctx.database, instance.workspaceId), chatId);
    await ctx.driver(instance.driver)?.typing?.(revealed, to, 'typing', last?.providerMessageId ?? null);
    await recordTyping(ctx.database, instance, { chatId, state: 'typing', lastsMs, now: ctx.work.now() });
  } catch (error) {
    // Meta supports typing only as an answer.
    ctx.work.log.debug({ err: error, instance: instance.id }, 'typing indicator not shown');
  }
  await Bun.sleep(lastsMs);
}
