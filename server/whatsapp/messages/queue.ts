import type { MessageContent } from '../../../shared/whatsapp/content';
import type { Message, MessageWait } from '../../../shared/whatsapp/message';
import type { SendError } from '../../../shared/whatsapp/send-errors';
import type { Cause } from '../../events/emit';
import { recordInChat } from '../apply/chat';
import { causeOf, presentIn } from '../connections/move';
import type { Resolved } from '../identity/recipient';
import type { MediaRow } from '../present/media';
import { ME, type MessageRow } from '../present/messages';
import { insertMessage } from '../queries/messages';
import { PUBLISHED } from '../queue/types';
import { searchTextOf } from '../text-of';
import type { Work } from '../work-types';

export interface Outgoing extends Pick<MessageRow, 'id'> {
  to: Resolved;
  content: MessageContent;
  media: Pick<MediaRow, 'id' | 'status'> | null;
  /** Null for a paused message: the time starts when it is released. */
  expiresAfterSeconds: number | null;
  origin?: 'api' | 'automation';
  publicationDeliveryId?: string | undefined;
  cause?: Cause | undefined;
  batch?: { id: string; priority: number; waiting: MessageWait | null };
  scheduledAt?: Date | null;
  replyTo?: MessageRow['replyTo'];
  mentions?: string[];
  forwarded?: boolean;
  fallbackApplied?: boolean;
  simulateTypingMs?: number | undefined;
  clientReference?: string | undefined;
  metadata?: Record<string, string> | undefined;
}

/** Also updates its chat and emits both events. Wakes the queue. */
export async function queueMessage(work: Work, wake: () => void, out: Outgoing): Promise<Message> {
  const row = await insertMessage(work.tx.store, rowOf(work, out));
  if (!row) throw new Error(`Message ${out.id} is there already.`);
  // Reactions are not shown in chats.
  const chat = row.type === 'reaction' ? undefined : await recordInChat(work, out.to.chat, row, work.now);
  const { contact } = out.to;
  const message = await presentIn(work, row, contact === null ? undefined : new Map([[contact.id, contact]]));
  if (row.status === 'queued') {
    const data = { ...message, previous: {}, participant: null };
    work.raise('whatsapp.message.queued', data, { cause: causeOf(row) });
  }
  await chat?.publish(message);
  work.tx.store.afterCommit(wake);
  return message;
}

export async function recordRefused(work: Work, out: Outgoing, error: SendError): Promise<void> {
  const at = work.now.toISOString();
  const report = { status: 'failed' as const, at, source: 'api' as const, error, applied: true };
  const status = { status: report.status, statusHistory: [report], error, waiting: null, dueAt: null, expiresAt: null };
  const row = await insertMessage(work.tx.store, { ...rowOf(work, out), ...status });
  if (!row) throw new Error(`Message ${out.id} is there already.`);
  work.raise('whatsapp.message.failed', { ...(await presentIn(work, row)), previous: {}, participant: null });
}

function rowOf(
  work: Work,
  { id, to, content, media, expiresAfterSeconds, scheduledAt = null, batch, ...out }: Outgoing,
) {
  const status = scheduledAt === null ? ('queued' as const) : ('scheduled' as const);
  const dueAt = scheduledAt ?? work.now;
  const isHeld = batch !== undefined && batch.waiting !== null;
  return {
    id,
    workspaceId: work.tx.workspaceId,
    instanceId: work.instance.id,
    chatId: to.chat.id,
    direction: 'outbound' as const,
    origin: out.origin ?? ('api' as const),
    publicationDeliveryId: out.publicationDeliveryId ?? null,
    causeRunId: out.cause?.runId ?? null,
    causeDepth: out.cause?.depth ?? null,
    type: content.type,
    status,
    statusHistory: [{ status, at: work.now.toISOString(), source: 'api' as const, error: null, applied: true }],
    attempt: 1,
    waiting: batch?.waiting ?? waitOf(work, scheduledAt, media),
    senderKey: ME,
    contactId: to.contact?.id ?? null,
    groupId: to.group?.id ?? null,
    replyTo: out.replyTo ?? null,
    forwarded: out.forwarded ?? false,
    mentions: out.mentions ?? [],
    content,
    fallbackApplied: out.fallbackApplied ?? false,
    mediaId: media?.id ?? null,
    reactions: [],
    clientReference: out.clientReference ?? null,
    metadata: out.metadata ?? {},
    simulateTypingMs: out.simulateTypingMs ?? 0,
    scheduledAt,
    expiresAt: expiresAfterSeconds === null ? null : new Date(dueAt.getTime() + expiresAfterSeconds * 1000),
    batchId: batch?.id ?? null,
    edits: [],
    dueAt: isHeld ? null : dueAt,
    priority: batch?.priority ?? (out.publicationDeliveryId === undefined ? 0 : PUBLISHED),
    retries: 0,
    search: searchTextOf(content),
    createdAt: work.now,
    updatedAt: work.now,
    version: 1,
  };
}

function waitOf(
  { instance }: Work,
  scheduledAt: Date | null,
  media: Pick<MediaRow, 'status'> | null,
): MessageWait | null {
  if (scheduledAt !== null) return { reason: 'schedule', until: scheduledAt.toISOString() };
  if (media?.status === 'pending') return { reason: 'media', until: null };
  return instance.status === 'reconnecting' ? { reason: 'reconnecting', until: null } : null;
}
