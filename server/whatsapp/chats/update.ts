import type { CapabilityName } from '../../../shared/whatsapp/capabilities';
import type { Chat, UpdateChat } from '../../../shared/whatsapp/chat';
import { defined } from '../../defined';
import { fieldError } from '../../errors';
import { changeChat } from '../apply/chat-state';
import { requireCapability } from '../capability';
import type { WhatsAppContext } from '../context';
import type { ChatChange } from '../drivers/driver';
import { requireTag } from '../etag';
import { requireLabels, setLabels } from '../labels/of-chat';
import { onInstance } from '../messages/find';
import { askForChat } from './at-provider';
import { lockChat, requireChat } from './find';
import { getChat } from './list';

const CAPABILITIES = [
  ['archived', 'chat.archive'],
  ['pinned', 'chat.pin'],
  ['muted_until', 'chat.mute'],
  ['label_ids', 'chat.labels'],
] as const satisfies [keyof UpdateChat, CapabilityName][];

/** At the provider first, where the driver can. Throws 422 for a mute that ends in the past. */
export async function updateChat(ctx: WhatsAppContext, input: UpdateChat): Promise<Chat> {
  const { instance, row } = await requireChat(ctx, input);
  requireTag(ctx, row.version);
  for (const [field, capability] of CAPABILITIES) {
    if (input[field] !== undefined) requireCapability(instance, capability);
  }
  const change = changeOf(input, ctx.now());
  const labels = input.label_ids && (await requireLabels(ctx, instance, input.label_ids));
  const isState = Object.keys(change).length > 0;
  if (!isState && labels === undefined) return getChat(ctx, input);

  let isDone =
    isState &&
    (await askForChat(ctx, instance, row, (chats, at) => chats.update(at.instance, at.place, change, at.last)));
  if (labels && (await setLabels(ctx, instance, row, labels))) isDone = true;
  await onInstance(
    ctx,
    instance.id,
    async (work) => {
      const before = await lockChat(work, row.id);
      if (!isDone) requireTag(ctx, before.version);
      const labelIds = labels?.map(({ id }) => id);
      await changeChat(work, before, { ...change, labelIds });
    },
    { lock: true },
  );
  return getChat(ctx, input);
}

function changeOf({ archived, pinned, muted_until, unread }: UpdateChat, now: Date): ChatChange {
  const mutedUntil = typeof muted_until === 'string' ? new Date(muted_until) : muted_until;
  if (mutedUntil && mutedUntil <= now) {
    const message = 'Must be in the future. To end a mute, set it to null.';
    throw fieldError('unprocessable', '/muted_until', 'too_early', message);
  }
  return defined({ archived, pinned, mutedUntil, unread });
}
