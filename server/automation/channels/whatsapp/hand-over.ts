import type { PublicationError } from '../../../../shared/automation/publication-delivery';
import { MINUTE_MS } from '../../../../shared/durations';
import { ID_PREFIXES, newId } from '../../../../shared/ids';
import { SEND_LIMITS } from '../../../../shared/whatsapp/message-inputs';
import { ApiError } from '../../../errors';
import {
  contentFor,
  countPublished,
  isOnline,
  PUBLISHED,
  queueAgain,
  queueMessage,
  requireSendable,
  type Resolved,
  resolveRecipient,
  waInstances,
  waMessages,
  type Work,
  workIn,
} from '../../../whatsapp';
import type {
  WriteContext,
  HandOverResult,
  OpenContainer,
  HandOverRequest,
  Publishable,
  Rendering,
  Deferral,
} from '../channel';
import { type StoredContent, storeSharedFiles } from './files';
import { partContent, render } from './render';

/** Publication messages that wait at an instance; more would delay its other messages. */
export const MAX_UNSENT = 10;
/** Fallback for a lost event of the instance. */
const OFFLINE_MS = MINUTE_MS;
const FULL_MS = 10_000;

const DELETED: PublicationError = {
  code: 'instance_deleted',
  message: 'The WhatsApp instance was deleted.',
  provider: null,
  retryable: false,
};

/** Locks the instance, so that its chats and people change in one transaction at a time. */
export async function open(
  context: WriteContext,
  instanceId: string,
): Promise<OpenContainer | { closed: Deferral } | { failed: PublicationError }> {
  const { tx, ctx, now } = context;
  const instance = await tx.get(waInstances, instanceId, { lock: true });
  if (instance === undefined || instance.deletedAt !== null) return { failed: DELETED };
  if (!isOnline(instance)) {
    return { closed: { reason: 'channel_offline', until: new Date(now.getTime() + OFFLINE_MS) } };
  }
  const work = workIn(ctx, tx, instance, { lock: true, raise: context.addEvent });
  const unsent = await countPublished(tx, instanceId, MAX_UNSENT);
  const files = new Map<string, string>();
  const renderings = new Map<string, Promise<Rendering>>();
  const rendered = (publishable: Publishable): Promise<Rendering> => {
    const known = renderings.get(publishable.publicationId) ?? render(readerOf(context), publishable, instanceId);
    renderings.set(publishable.publicationId, known);
    return known;
  };
  return {
    // Few checks with many messages each, since each locks the instance.
    capacity: unsent > MAX_UNSENT / 2 ? 0 : MAX_UNSENT - unsent,
    async handOver(requests) {
      const results = new Map<string, HandOverResult>();
      for (const request of requests) {
        results.set(
          request.deliveryId,
          await handOverOne({ context, work, request, files }, await rendered(request.publishable)),
        );
      }
      return results;
    },
  };
}

interface HandOverInput {
  context: WriteContext;
  work: Work;
  request: HandOverRequest;
  files: Map<string, string>;
}

async function handOverOne(
  { context, work, request, files }: HandOverInput,
  { parts, issues }: Rendering,
): Promise<HandOverResult> {
  try {
    const [issue] = issues;
    if (issue) return { outcome: 'failed', error: { ...issue, provider: null, retryable: false } };

    const to = await resolveRecipient(work, request.recipient, '/to');
    const contents = parts.map((part) => contentFor(work.instance, partContent(part), 'none').content);
    for (const content of contents)
      await requireSendable(work, { to, content, pointer: '/to', scheduledAt: null, isBulk: true });
    const stored: StoredContent[] = [];
    const { publicationId } = request.publishable;
    for (const content of contents) stored.push(await storeSharedFiles(context, work, publicationId, content, files));

    const references: string[] = [];
    for (const [index, one] of stored.entries())
      references.push(await send(context, work, request, { ...one, to, index }));
    return { outcome: 'accepted', references };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return resultOf(context, error);
  }
}

const readerOf = ({ ctx, tx }: WriteContext) => ({
  db: tx,
  workspaceId: tx.workspaceId,
  access: { instances: null },
  now: ctx.now,
});

/** Requeues the message of an earlier attempt unless it was sent. */
async function send(
  { ctx }: WriteContext,
  work: Work,
  request: HandOverRequest,
  { content, media, to, index }: StoredContent & { to: Resolved; index: number },
): Promise<string> {
  const { reference = null, isDone = false } = request.parts[index] ?? {};
  if (isDone && reference !== null) return reference;
  const lifetimeMs =
    request.expiresAt === null ? SEND_LIMITS.expiresSeconds * 1000 : request.expiresAt.getTime() - work.now.getTime();
  if (reference !== null) {
    const row = await work.tx.get(waMessages, reference, { lock: true });
    if (row?.status === 'failed' || row?.status === 'unconfirmed') {
      return (await queueAgain(ctx, work, row, { priority: PUBLISHED, lifetimeMs })).id;
    }
  }
  const id = newId(ID_PREFIXES.message);
  await queueMessage(work, () => ctx.whatsapp.wake(work.instance), {
    id,
    to,
    content,
    media,
    origin: 'automation',
    publicationDeliveryId: request.deliveryId,
    cause: request.cause,
    metadata: request.publishable.metadata,
    expiresAfterSeconds: Math.max(1, Math.ceil(lifetimeMs / 1000)),
  });
  return id;
}

function resultOf({ now }: WriteContext, { code, status, message, details }: ApiError): HandOverResult {
  const issue = details.errors?.[0];
  const error = { code: issue?.code ?? code, message: issue?.message ?? message, provider: null, retryable: false };
  if (status === 429) {
    return { outcome: 'waiting', reason: 'rate_limit', until: new Date(now.getTime() + FULL_MS) };
  }
  if (error.code === 'recipient_opted_out') return { outcome: 'skipped', reason: 'opted_out', error };
  return { outcome: 'failed', error };
}
