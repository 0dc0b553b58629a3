import { ID_PREFIXES, newId } from '../../../shared/ids';
import { codePoints } from '../../../shared/text';
import { CONTENT_TYPES } from '../../../shared/whatsapp/content';
import { MAX_BODY, MAX_TEXT } from '../../../shared/whatsapp/content-simple';
import type { Message } from '../../../shared/whatsapp/message';
import { type ForwardMessage, type MessageList, SEND_LIMITS } from '../../../shared/whatsapp/message-inputs';
import { ApiError, fieldError } from '../../errors';
import { requireCapability } from '../capability';
import { requireConnected } from '../connections/connected';
import type { WhatsAppContext } from '../context';
import { resolveRecipient } from '../identity/recipient';
import type { MediaRow } from '../present/media';
import type { MessageRow } from '../present/messages';
import { waMedia } from '../schema/media';
import { textIn } from '../text-of';
import type { Work } from '../work-types';
import { requireSendable, refused } from './check-recipient';
import { needsOf } from './content';
import { lockMessage, onInstance } from './find';
import { queueMessage } from './queue';

/** All or nothing when one recipient is refused. */
export async function forwardMessage(ctx: WhatsAppContext, input: ForwardMessage): Promise<MessageList> {
  const { instance_id, message_id, to } = input;
  return onInstance(
    ctx,
    instance_id,
    async (work) => {
      const row = await lockMessage(work, message_id);
      requireConnected(work.instance);
      requireCapability(work.instance, 'message.forward');
      const media = await forwardable(work, row);

      const data: Message[] = [];
      for (const [index, text] of to.entries()) {
        const pointer = `/to/${index}`;
        const resolved = await resolveRecipient(work, text, pointer);
        await requireSendable(work, {
          to: resolved,
          content: row.content,
          pointer,
          contentPointer: null,
          scheduledAt: null,
        });
        data.push(
          await queueMessage(work, () => ctx.whatsapp.wake(work.instance), {
            id: newId(ID_PREFIXES.message),
            to: resolved,
            content: row.content,
            media,
            forwarded: true,
            expiresAfterSeconds: SEND_LIMITS.expiresSeconds,
          }),
        );
      }
      return { data };
    },
    { lock: true },
  );
}

/** Throws 422 for content that cannot be sent again. */
async function forwardable(work: Work, { content, deletedAt, mediaId }: MessageRow): Promise<MediaRow | null> {
  if (deletedAt !== null) throw new ApiError('invalid_state', 'The message was deleted.');
  const type = CONTENT_TYPES.find((one) => one === content.type);
  const isOnce = 'view_once' in content && content.view_once === true;
  if (type === undefined || type === 'reaction' || isOnce) throw refused('unsupported_message_type', '');
  for (const name of needsOf({ type })) requireCapability(work.instance, name);
  const max = type === 'text' ? MAX_TEXT : MAX_BODY;
  if (codePoints(textIn(content) ?? '') > max) throw refused('too_long_for_driver', '');

  if (mediaId === null) return null;
  const media = await work.tx.get(waMedia, mediaId);
  if (media?.status === 'ready' || media?.status === 'pending') return media;
  const code = media?.error?.code ?? 'media_download_failed';
  throw fieldError('unprocessable', '', code, `The file of the message is ${media?.status ?? 'gone'}.`);
}
