import { DAY_MS } from '../../../shared/durations';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import type { Message } from '../../../shared/whatsapp/message';
import { SEND_LIMITS, type SendMessage } from '../../../shared/whatsapp/message-inputs';
import { fieldError } from '../../errors';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { resolveRecipient } from '../identity/recipient';
import type { Work } from '../work-types';
import { requireSendable } from './check-recipient';
import { contentFor, storeContent } from './content';
import { onInstance } from './find';
import { type Outgoing, queueMessage } from './queue';
import { findQuoted, mentionsOf, quoteOf } from './refer';
import { answerLater } from './wait';

/** Checks instance, capability, driver limits, opt-out, window and quota, in this order. */
export async function sendNewMessage(ctx: WhatsAppContext, input: SendMessage): Promise<Message> {
  const message = await onInstance(ctx, input.instance_id, (work) => sendWithin(ctx, work, input), { lock: true });
  answerLater(ctx, message);
  return message;
}

/** Requires a transaction that locks the instance; the caller checks access to the instance. */
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
  await requireSendable(work, { to: resolved, content, pointer: '/to', scheduledAt });
  if (content.type === 'reaction') {
    await findQuoted(work, resolved.chat.id, content.message_id, '/content/message_id');
  }
  const id = newId(ID_PREFIXES.message);
  return queueMessage(work, () => ctx.whatsapp.wake(work.instance), {
    id,
    to: resolved,
    ...(await storeContent(work, ctx.whatsapp.media, content, id)),
    fallbackApplied,
    replyTo: replyTo === undefined ? null : await quoteOf(work, resolved.chat.id, replyTo),
    mentions: await mentionsOf(work, resolved, mentions),
    clientReference: input.client_reference,
    metadata: input.metadata,
    simulateTypingMs: input.simulate_typing_ms,
    scheduledAt,
    expiresAfterSeconds: input.expires_after_seconds,
    ...marks,
  });
}

function timeOf(now: Date, given: string | undefined): Date | null {
  if (given === undefined) return null;
  const at = new Date(given);
  if (at.getTime() > now.getTime() + SEND_LIMITS.aheadMs) {
    const days = SEND_LIMITS.aheadMs / DAY_MS;
    throw fieldError('unprocessable', '/schedule_at', 'too_late', `Must be at most ${days} days ahead.`);
  }
  return at > now ? at : null;
}
