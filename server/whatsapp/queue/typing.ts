import { scoped } from '../../db/scoped';
import type { DriverInstance, SendJob } from '../drivers/driver';
import { lastInbound } from '../messages/target';
import { noteShown } from '../sandbox/shown';
import type { InstanceRow } from '../work';
import type { MessageRow, QueueContext } from './types';

/** Shows for a while that somebody types, before the message goes out. Where it cannot be shown the pause is kept. */
export async function simulateTyping(
  ctx: QueueContext,
  instance: InstanceRow,
  revealed: DriverInstance,
  { chatId }: Pick<MessageRow, 'chatId'>,
  { to, simulateTypingMs: lastsMs }: Pick<SendJob, 'to' | 'simulateTypingMs'>,
): Promise<void> {
  try {
    const last = await lastInbound(scoped(ctx.database, instance.workspaceId), chatId);
    await ctx.driver(instance.driver)?.typing(revealed, to, 'typing', last?.providerMessageId ?? null);
    await noteShown(ctx.database, instance, { chatId, state: 'typing', lastsMs, now: ctx.work.now() });
  } catch (error) {
    // Meta shows it as an answer only.
    ctx.work.log.debug({ err: error, instance: instance.id }, 'typing indicator not shown');
  }
  await Bun.sleep(lastsMs);
}
