import type { SetTyping, TypingState } from '../../../shared/whatsapp/chat';
import { ApiError } from '../../errors';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import { lastInbound, placeOf } from '../messages/target';
import { asking } from '../provider';
import { noteShown } from '../sandbox/shown';
import { requireChat } from './find';

/** What is shown in chats, and ends by itself. */
const shown = new Map<string, ReturnType<typeof setTimeout>>();

/** Shows that somebody types here, for a while. Throws 409 on `cloud` in a chat where nobody wrote yet. */
export async function setTyping(ctx: WhatsAppContext, { state, duration_ms, ...id }: SetTyping): Promise<void> {
  const { instance, row } = await requireChat(ctx, id);
  requireCapability(instance, 'message.typing');
  const place = await placeOf(ctx.db, row);
  const last = await lastInbound(ctx.db, row.id);
  if (instance.driver === 'cloud' && !last) {
    throw new ApiError(
      'invalid_state',
      'The chat has no received message. Meta shows the typing indicator only in reply to one.',
    );
  }
  const lastId = last?.providerMessageId ?? null;

  const driver = await asking(ctx, instance, 'message.typing', async (on) => {
    await on.driver.typing(on.instance, place, state, lastId);
    return on.driver;
  });
  const note = (now: TypingState) =>
    noteShown(ctx.store, instance, { chatId: row.id, state: now, lastsMs: duration_ms, now: ctx.now() });
  await note(state);
  clearTimeout(shown.get(row.id));
  shown.delete(row.id);
  // Meta ends it by itself.
  if (state === 'paused' || instance.driver === 'cloud') return;
  const end = (): void => {
    shown.delete(row.id);
    driver
      .typing(ctx.whatsapp.reveal(instance), place, 'paused', lastId)
      .catch((error: unknown) => ctx.log.warn({ err: error, chat: row.id }, 'typing indicator not stopped'));
  };
  const timer = setTimeout(end, duration_ms);
  timer.unref();
  shown.set(row.id, timer);
}
