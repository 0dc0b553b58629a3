import type { PublicationError } from '../../../../shared/automation/publication-delivery';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { SEND_LIMITS } from '../../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../../errors';
import { isOnline } from '../../../whatsapp/connections/connected';
import { resolveRecipient, type Resolved } from '../../../whatsapp/identity/recipient';
import { contentFor } from '../../../whatsapp/messages/content';
import { judge } from '../../../whatsapp/messages/judge';
import { queueMessage } from '../../../whatsapp/messages/queue';
import { queueAgain } from '../../../whatsapp/messages/retry';
import { countPublished } from '../../../whatsapp/queries/destinations';
import { PUBLISHED } from '../../../whatsapp/queue/types';
import { waInstances } from '../../../whatsapp/schema/instances';
import { waMessages } from '../../../whatsapp/schema/messages';
import { type Work, workIn } from '../../../whatsapp/work';
import type { Hand, HandOverResult, OpenContainer, Order, Publishable, Rendering, Waiting } from '../channel';
import { type Stored, storeShared } from './files';
import { contentOf, render } from './render';

/** Messages of publications that an instance has and has not sent: what is said to it meanwhile is never far behind. */
export const MOST_UNSENT = 10;
/** An instance says when it is back; this is for when that was lost. */
const OFFLINE_MS = 60_000;
/** A queue that is full is looked at again. */
const FULL_MS = 10_000;

const GONE: PublicationError = {
  code: 'instance_deleted',
  message: 'The WhatsApp instance was deleted.',
  provider: null,
  retryable: false,
};

/** The instance, held: its chats and people change in one transaction at a time. */
export async function open(
  hand: Hand,
  instanceId: string,
): Promise<OpenContainer | { closed: Waiting } | { failed: PublicationError }> {
  const { tx, ctx, now } = hand;
  const instance = await tx.get(waInstances, instanceId, { lock: true });
  if (instance === undefined || instance.deletedAt !== null) return { failed: GONE };
  if (!isOnline(instance)) {
    return { closed: { reason: 'channel_offline', until: new Date(now.getTime() + OFFLINE_MS) } };
  }
  const work = workIn(ctx, tx, instance, { lock: true, raise: hand.raise });
  const unsent = await countPublished(tx.store, instanceId, MOST_UNSENT);
  const files = new Map<string, string>();
  const renderings = new Map<string, Promise<Rendering>>();
  const rendered = (publishable: Publishable): Promise<Rendering> => {
    const known = renderings.get(publishable.publicationId) ?? render(readerOf(hand), publishable, instanceId);
    renderings.set(publishable.publicationId, known);
    return known;
  };
  return {
    // A few at once: each look holds the instance, which others want.
    room: unsent > MOST_UNSENT / 2 ? 0 : MOST_UNSENT - unsent,
    async handOver(orders) {
      const results = new Map<string, HandOverResult>();
      for (const order of orders) {
        results.set(
          order.deliveryId,
          await handOverOne({ hand, work, order, files }, await rendered(order.publishable)),
        );
      }
      return results;
    },
  };
}

interface Handing {
  hand: Hand;
  work: Work;
  order: Order;
  /** Files that this transaction took in, by what they were made of. */
  files: Map<string, string>;
}

async function handOverOne(
  { hand, work, order, files }: Handing,
  { parts, issues }: Rendering,
): Promise<HandOverResult> {
  try {
    const [issue] = issues;
    if (issue) return { outcome: 'failed', error: { ...issue, provider: null, retryable: false } };

    const to = await resolveRecipient(work, order.recipient, '/to');
    const contents = parts.map((part) => contentFor(work.instance, contentOf(part), 'none').content);
    for (const content of contents) await judge(work, { to, content, pointer: '/to', scheduledAt: null, isBulk: true });
    // Of all parts before any message is made: a delivery goes out as a whole, or not at all.
    const stored: Stored[] = [];
    const { publicationId } = order.publishable;
    for (const content of contents) stored.push(await storeShared(hand, work, publicationId, content, files));

    const references: string[] = [];
    for (const [index, one] of stored.entries()) references.push(await send(hand, work, order, { ...one, to, index }));
    return { outcome: 'handed', references };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return resultOf(hand, error);
  }
}

const readerOf = ({ ctx, tx }: Hand) => ({
  db: tx,
  workspaceId: tx.workspaceId,
  reach: { instances: null },
  now: ctx.now,
});

/** The message of an earlier try once more unless it was sent, else a new one. Returns its id. */
async function send(
  { ctx }: Hand,
  work: Work,
  order: Order,
  { content, media, to, index }: Stored & { to: Resolved; index: number },
): Promise<string> {
  const { reference = null, isDone = false } = order.parts[index] ?? {};
  if (isDone && reference !== null) return reference;
  const lifetimeMs =
    order.expiresAt === null ? SEND_LIMITS.expiresSeconds * 1000 : order.expiresAt.getTime() - work.now.getTime();
  if (reference !== null) {
    const row = await work.tx.get(waMessages, reference, { lock: true });
    if (row?.status === 'failed' || row?.status === 'unconfirmed') {
      return (await queueAgain(ctx, work, row, { priority: PUBLISHED, lifetimeMs })).id;
    }
  }
  const id = newId(ID_PREFIXES.message);
  await queueMessage(work, () => ctx.whatsapp.wake(work.instance.id), {
    id,
    to,
    content,
    media,
    origin: 'automation',
    publicationDeliveryId: order.deliveryId,
    cause: order.cause,
    metadata: order.publishable.metadata,
    expiresInSeconds: Math.max(1, Math.ceil(lifetimeMs / 1000)),
  });
  return id;
}

function resultOf({ now }: Hand, { code, status, message, details }: ApiError): HandOverResult {
  const issue = details.errors?.[0];
  const error = { code: issue?.code ?? code, message: issue?.message ?? message, provider: null, retryable: false };
  if (status === 429) {
    return { outcome: 'waiting', reason: 'rate_limit', until: new Date(now.getTime() + FULL_MS) };
  }
  if (error.code === 'recipient_opted_out') return { outcome: 'skipped', reason: 'opted_out', error };
  return { outcome: 'failed', error };
}
