import type { SetTyping, TypingState } from '../../../shared/whatsapp/chat';
import { ApiError } from '../../errors';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import { traitsOf } from '../drivers/registry';
import { lastInbound, providerTargetOf } from '../messages/target';
import { asking } from '../provider';
import { recordTyping } from '../sandbox/typing';
import { requireChat } from './find';

const shown = new Map<string, ReturnType<typeof setTimeout>>();

/** The indicator ends automatically. Throws 409 if the driver needs a received message first. */
export async function setTyping(ctx: WhatsAppContext, { state, duration_ms, ...id }: SetTyping): Promise<void> {
  const { instance, row } = await requireChat(ctx, id);
  requireCapability(instance, 'message.typing');
  const { typingNeedsInbound, typingEndsItself } = traitsOf(instance.driver);
  const place = await providerTargetOf(ctx.db, row);
  const last = await lastInbound(ctx.db, row.id);
  if (typingNeedsInbound && !last) {
    throw new ApiError(
      'invalid_state',
      'The chat has no received message. The provider shows the typing indicator only in reply to one.',
    );
  }
  const lastId = last?.providerMessageId ?? null;

  await asking(ctx, instance, 'message.typing', (on) => on.driver.typing?.(on.instance, place, state, lastId));
  const note = (now: TypingState) =>
    recordTyping(ctx.store, instance, { chatId: row.id, state: now, lastsMs: duration_ms, now: ctx.now() });
  await note(state);
  clearTimeout(shown.get(row.id));
  shown.delete(row.id);
  if (state === 'paused' || typingEndsItself) return;
  const end = (): void => {
    shown.delete(row.id);
    ctx.whatsapp
      .driver(instance.driver)
      ?.typing?.(ctx.whatsapp.reveal(instance), place, 'paused', lastId)
      .catch((error: unknown) => ctx.log.warn({ err: error, chat: row.id }, 'typing indicator not stopped'));
  };
  const timer = setTimeout(end, duration_ms);
  timer.unref();
  shown.set(row.id, timer);
}
