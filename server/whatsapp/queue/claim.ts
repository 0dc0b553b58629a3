import { eq, inArray } from 'drizzle-orm';

import type { MessageWait } from '../../../shared/whatsapp/message';
import type { SendErrorCode } from '../../../shared/whatsapp/send-errors';
import { scoped, type ScopedDb } from '../../db/scoped';
import { advanceStatus } from '../connections/status';
import { traitsOf } from '../drivers/registry';
import type { MediaRow } from '../present/media';
import type { MessageRow } from '../present/messages';
import { waMedia } from '../schema/media';
import { waMessages } from '../schema/messages';
import {
  firstOfChats,
  type Head,
  leaseMessages,
  headsByPriority,
  lockQueued,
  sendingInstance,
  tryLockSending,
} from '../system/queue';
import type { InstanceRow } from '../work-types';
import { limitsOf, openCapacity, type SendCapacity, type Wait } from './pacing';
import { LEASE_MS, type QueueContext, SLICE } from './types';

/** Chats per priority that a claim reads. */
const WINDOW = 128;
/** One of this many messages has lower priority, if any wait. */
const LOW_SHARE = 5;
/** Fallback for a lost event of a fetched file. */
const MEDIA_AGAIN_MS = 30_000;

/** The last chat that was claimed per priority. */
export interface Cursor {
  after: [string, string, string];
  turn: number;
}

export interface ClaimedMessages {
  instance: InstanceRow;
  messages: { row: MessageRow; media: MediaRow | undefined }[];
  ended: { id: string; code: SendErrorCode }[];
  nextAt: number | undefined;
  /** The instance's rate limit delays everything until `nextAt`. */
  isPaced: boolean;
  isEmpty: boolean;
  hasMore: boolean;
}

export function claimFor(
  ctx: QueueContext,
  of: { instanceId: string; workspaceId: string; inFlight: number; cursor: Cursor },
): Promise<ClaimedMessages | 'locked' | 'not_sending'> {
  const { instanceId, workspaceId, inFlight, cursor } = of;
  return ctx.database.transaction(async (store) => {
    if (!(await tryLockSending(store, instanceId))) return 'locked';
    const found = await sendingInstance(store, instanceId);
    // A sweep notices the end of a suspension.
    if (found === undefined || !found.isActive || !maySend(ctx, found.instance)) return 'not_sending';

    const { instance } = found;
    const now = ctx.work.now().getTime();
    const lines = await headsByPriority(store, { instanceId, after: cursor.after, limit: WINDOW });
    const waiting = lines.map(({ heads }) => heads.filter(({ isBusy }) => !isBusy));
    const later = waiting.flat().filter(({ dueAt }) => dueAt > now);
    const ready = waiting.map((heads) => heads.filter(({ dueAt }) => dueAt <= now));
    const limit = Math.min(traitsOf(instance.driver).parallelSends - inFlight, SLICE);
    const chosen = choose(ready, limit, cursor.turn);

    const claim = new Claim(ctx, scoped(store, workspaceId), instance, now);
    if (chosen.length > 0) await claim.take(chosen);
    for (const { dueAt } of later) claim.waitUntil(dueAt);
    const isCutOff = ready.flat().length > chosen.length;
    // Moves on although some had no capacity, so that later chats are not delayed.
    cursor.after = lines.map(({ last }) => last ?? '') as Cursor['after'];
    cursor.turn += claim.messages.length;
    return {
      instance,
      messages: claim.messages,
      ended: claim.ended,
      nextAt: claim.nextAt,
      isPaced: claim.isPaced,
      isEmpty: lines.every(({ heads }) => heads.length === 0),
      hasMore: isCutOff || lines.some(({ last }) => last !== undefined),
    };
  });
}

const maySend = (ctx: QueueContext, instance: InstanceRow): boolean =>
  instance.status === 'connected' && instance.deletedAt === null && sendsHere(ctx, instance);

/** An instance with a socket sends in the process that has the socket. */
export const sendsHere = ({ holds }: Pick<QueueContext, 'holds'>, of: Pick<InstanceRow, 'id' | 'driver'>): boolean =>
  !traitsOf(of.driver).hasSocket || holds(of.id);

const byId = (a: Head, b: Head): number => (a.messageId < b.messageId ? -1 : 1);

function choose(ready: readonly Head[][], limit: number, turn: number): Head[] {
  const urgent = (ready[0] ?? []).toSorted(byId);
  const others = [...(ready[1] ?? []).toSorted(byId), ...(ready[2] ?? []).toSorted(byId)];
  const chosen: Head[] = [];
  for (let slot = turn; chosen.length < limit; slot += 1) {
    const isLow = slot % LOW_SHARE === LOW_SHARE - 1;
    const next = isLow ? (others.shift() ?? urgent.shift()) : (urgent.shift() ?? others.shift());
    if (next === undefined) break;
    chosen.push(next);
  }
  return chosen;
}

class Claim {
  messages: ClaimedMessages['messages'] = [];
  readonly ended: ClaimedMessages['ended'] = [];
  nextAt: number | undefined;
  isPaced = false;
  readonly #ctx: QueueContext;
  readonly #tx: ScopedDb;
  readonly #instance: InstanceRow;
  readonly #now: number;

  constructor(ctx: QueueContext, tx: ScopedDb, instance: InstanceRow, now: number) {
    [this.#ctx, this.#tx, this.#instance, this.#now] = [ctx, tx, instance, now];
  }

  waitUntil(time: number): void {
    this.nextAt = Math.min(this.nextAt ?? Infinity, time);
  }

  async take(chosen: readonly Head[]): Promise<void> {
    const found = await lockQueued(
      this.#tx.store,
      chosen.map(({ messageId }) => messageId),
    );
    const rows = new Map(found.map((row) => [row.id, row]));
    const inOrder = chosen.flatMap(({ messageId }) => rows.get(messageId) ?? []);
    const files = await this.#filesOf(inOrder);
    const limits = limitsOf(this.#instance);
    const countsNew = limits.newHour !== null || limits.newDay !== null;
    const firsts = countsNew ? await firstOfChats(this.#tx.store, inOrder) : new Set<string>();
    const capacity = await openCapacity(
      this.#tx.store,
      this.#instance,
      inOrder.map(({ chatId }) => chatId),
      { now: this.#now, random: this.#ctx.random },
    );
    for (const row of inOrder) await this.#decide(row, files, capacity, firsts);
    await capacity.save();
    await this.#lease();
  }

  async #filesOf(rows: readonly MessageRow[]): Promise<Map<string, MediaRow>> {
    const ids = rows.flatMap(({ mediaId }) => mediaId ?? []);
    if (ids.length === 0) return new Map();
    const files = await this.#tx.select(waMedia, { where: inArray(waMedia.id, ids) });
    return new Map(files.map((file) => [file.id, file]));
  }

  async #decide(
    row: MessageRow,
    files: ReadonlyMap<string, MediaRow>,
    capacity: SendCapacity,
    firsts: ReadonlySet<string>,
  ) {
    if (row.expiresAt !== null && row.expiresAt.getTime() <= this.#now) {
      this.ended.push({ id: row.id, code: 'message_expired' });
      return;
    }
    const media = row.mediaId === null ? undefined : files.get(row.mediaId);
    if (media?.status === 'pending') {
      return this.#postpone(row, { reason: 'media', until: this.#now + MEDIA_AGAIN_MS, isForAll: false });
    }
    if (row.mediaId !== null && media?.status !== 'ready') {
      this.ended.push({ id: row.id, code: media?.error?.code ?? 'media_download_failed' });
      return;
    }
    // A retry was counted by its first attempt.
    const isNewChat = firsts.has(row.id) && row.attempt === 1 && row.retries === 0;
    const wait = capacity.ask(row, isNewChat);
    if (wait !== undefined) {
      this.isPaced ||= wait.isForAll;
      return this.#postpone(row, wait);
    }
    this.#claim(row, media);
  }

  async #postpone(row: MessageRow, { reason, until, isForAll }: Wait): Promise<void> {
    this.waitUntil(until);
    if (reason === 'new_chat_limit') this.#tx.store.afterCommit(() => this.#ctx.suspect(this.#instance.id));
    const waiting: MessageWait = { reason, until: reason === 'media' ? null : new Date(until).toISOString() };
    const isSaid = row.waiting?.reason === reason && isForAll;
    if (isSaid) return;
    // Messages that wait for the instance’s rate stay due, so that their order is kept.
    const dueAt = isForAll ? row.dueAt : new Date(until);
    await this.#tx.update(waMessages, eq(waMessages.id, row.id), { waiting, dueAt });
  }

  #claim(row: MessageRow, media: MediaRow | undefined): void {
    const moved = advanceStatus(row, { status: 'sending', at: new Date(this.#now), source: 'api' });
    if (moved !== undefined) this.messages.push({ row: { ...row, ...moved.changes }, media });
  }

  async #lease(): Promise<void> {
    const order = { owner: this.#ctx.me, now: this.#now, leaseUntil: this.#now + LEASE_MS };
    const rows = this.messages.map(({ row }) => row);
    const leased = await leaseMessages(this.#tx.store, rows, order);
    this.messages = this.messages.filter(({ row }) => leased.has(row.id));
  }
}
