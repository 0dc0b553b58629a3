import type { Message } from '../../../shared/whatsapp/message';
import { watch } from '../../events/log/watch';
import type { WhatsAppContext } from '../context';
import { type MessageRow, presentMessages } from '../present/messages';
import { waMessages } from '../schema/messages';

const MAX_SECONDS = 30;
/** For results of other processes. */
const POLL_MS = 500;
const OPEN: ReadonlySet<MessageRow['status']> = new Set(['scheduled', 'queued', 'sending']);

/** `Prefer: wait=N` (RFC 7240); undefined when absent or invalid. */
function preferredWait(header: string | null): number | undefined {
  const found = header?.split(/[,;]/).flatMap((part) => /^\s*wait\s*=\s*"?(\d{1,9})"?\s*$/i.exec(part)?.[1] ?? [])[0];
  const seconds = Number(found);
  return found === undefined || seconds < 1 ? undefined : Math.min(seconds, MAX_SECONDS);
}

/** Delays the answer, after the commit, until the message is sent. Ignored when too many callers wait already. */
export function answerLater(ctx: WhatsAppContext, { id, status }: Message): void {
  const seconds = preferredWait(ctx.origin.headers.get('prefer'));
  if (seconds === undefined || status === 'scheduled') return;
  ctx.reply.later = async (later) => {
    const after = { ...ctx, ...later };
    const leaveSeat = after.limits.takeWaiter('messages', after.workspaceId);
    if (!leaveSeat) return undefined;
    const row = await settled(after, id, seconds * 1000).finally(leaveSeat);
    if (!row) return undefined;
    if (!OPEN.has(row.status)) {
      after.reply.isReused = true;
      (after.reply.headers ??= {})['Preference-Applied'] = `wait=${seconds}`;
    }
    const [message] = await presentMessages(after, after.db, [row]);
    return message;
  };
}

/** Returns the state after `waitMs` if the message is neither sent nor failed. */
const settled = (ctx: WhatsAppContext, id: string, waitMs: number) =>
  watch<MessageRow | undefined>(ctx, {
    waitMs,
    pollMs: POLL_MS,
    read: async () => ctx.db.get(waMessages, id),
    isEnough: (row) => !row || !OPEN.has(row.status),
    concerns: (frames) => frames.some(({ body }) => body.includes(id)),
  });
