import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Message } from '../../../shared/whatsapp/message';
import { SEND_LIMITS, type SendMessage } from '../../../shared/whatsapp/message-inputs';
import { fieldError } from '../../errors';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { resolveRecipient } from '../identity/recipient';
import type { Work } from '../work';
import { contentFor, storeContent } from './content';
import { onInstance } from './find';
import { judge } from './judge';
import { type Outgoing, queueMessage } from './queue';
import { findQuoted, mentionsOf, quoteOf } from './refer';
import { answerLater } from './wait';

/**
 * Queues a message. Checked in this order: the instance is there, and can send; the network can do it; its limits; the
 * recipient’s opt-out; the window of 24 hours; room in the queue. What is refused leaves nothing behind.
 */
export async function sendMessage(ctx: WhatsAppContext, input: SendMessage): Promise<Message> {
  const message = await onInstance(ctx, input.instance_id, (work) => sendWithin(ctx, work, input), { lock: true });
  answerLater(ctx, message);
  return message;
}

/** As `sendMessage`, in a transaction that holds the instance; whoever sees to it saw that the instance may be used. */
export async function sendWithin(
  ctx: Pick<WhatsAppContext, 'whatsapp'>,
  work: Work,
  input: SendMessage,
  marks: Pick<Outgoing, 'origin' | 'cause'> = {},
): Promise<Message> {
  const { to, reply_to: replyTo, mentions = [], fallback } = input;
  const scheduledAt = timeOf(work.now, input.schedule_at);
  requireConnected(work.instance);
  const { content, fallbackApplied } = contentFor(work.instance, input.content, fallback);
  if (replyTo !== undefined) requireCapability(work.instance, 'message.reply');
  if (mentions.length > 0) requireCapability(work.instance, 'message.mentions');

  const resolved = await resolveRecipient(work, to, '/to');
  await judge(work, { to: resolved, content, pointer: '/to', scheduledAt });
  if (content.type === 'reaction') {
    await findQuoted(work, resolved.chat.id, content.message_id, '/content/message_id');
  }
  const id = newId(ID_PREFIXES.message);
  return queueMessage(work, () => ctx.whatsapp.wake(input.instance_id), {
    id,
    to: resolved,
    ...(await storeContent(work, ctx.whatsapp.media, content, id)),
    fallbackApplied,
    replyTo: replyTo === undefined ? null : await quoteOf(work, resolved.chat.id, replyTo),
    mentions: await mentionsOf(work, resolved, mentions),
    clientRef: input.client_ref,
    metadata: input.metadata,
    simulateTypingMs: input.simulate_typing_ms,
    scheduledAt,
    expiresInSeconds: input.expires_in_seconds,
    ...marks,
  });
}

/** When it is to go; null for at once. */
function timeOf(now: Date, given: string | undefined): Date | null {
  if (given === undefined) return null;
  const at = new Date(given);
  if (at.getTime() > now.getTime() + SEND_LIMITS.aheadMs) {
    const days = SEND_LIMITS.aheadMs / 86_400_000;
    throw fieldError('unprocessable', '/schedule_at', 'too_late', `Must be at most ${days} days ahead.`);
  }
  return at > now ? at : null;
}
