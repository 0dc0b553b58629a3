import { eq, inArray } from 'drizzle-orm';

import type { MessageHold } from '../../../shared/whatsapp/message';
import type { SendErrorCode } from '../../../shared/whatsapp/send-errors';
import { findWorkspace } from '../../access/system/workspaces';
import { scoped, type ScopedDb } from '../../db/scoped';
import { advance } from '../connections/status';
import type { MediaRow } from '../media/types';
import { waInstances } from '../schema/instances';
import { waMedia } from '../schema/media';
import { waMessages } from '../schema/messages';
import { firstOfChats, type Head, headsOf, holdQueued, leaseMessages, takeTurn } from '../system/queue';
import type { InstanceRow } from '../work';
import { limitsOf, openRoom, type Room, type Wait } from './pacing';
import { LEASE_MS, type MessageRow, type QueueContext, SLICE } from './types';

/** Chats of one priority that a claim looks at. */
const WINDOW = 128;
/** Of so many messages one is of a lower priority, where such wait. */
const LOW_SHARE = 5;
/** A file that is still being fetched says so itself when it is here; this is for when that was lost. */
const MEDIA_AGAIN_MS = 30_000;

/** Where the claims of an instance are: the last chat of each priority that was looked at. */
export interface Cursor {
  after: [string, string, string];
  /** Messages claimed so far, for the share of the lower priorities. */
  turn: number;
}

export interface Claimed {
  instance: InstanceRow;
  /** With their files. */
  messages: { row: MessageRow; media: MediaRow | undefined }[];
  /** Messages that end here. */
  ended: { id: string; code: SendErrorCode }[];
  /** When one of those that were looked at may be sent. */
  nextAt: number | undefined;
  /** Nothing more is claimed before `nextAt`: the pace of the instance. */
  isPaced: boolean;
  /** No chat that was looked at has a message in its line. */
  isEmpty: boolean;
  /** There are chats that this claim did not look at. */
  hasMore: boolean;
}

/** Another process claims for the instance right now. */
export type Outcome = Claimed | 'taken' | 'parked';

export function claimFor(
  ctx: QueueContext,
  of: { instanceId: string; workspaceId: string; limit: number; cursor: Cursor },
): Promise<Outcome> {
  const { instanceId, workspaceId, limit, cursor } = of;
  return ctx.database.transaction(async (store) => {
    if (!(await takeTurn(store, instanceId))) return 'taken';
    const tx = scoped(store, workspaceId);
    const instance = await tx.get(waInstances, instanceId);
    if (instance?.status !== 'connected' || instance.deletedAt !== null) return 'parked';
    // Nothing leaves a workspace that is suspended or being deleted; a scan sees when it may go on.
    if ((await findWorkspace(store, workspaceId))?.state !== 'active') return 'parked';

    const now = ctx.work.now().getTime();
    const lines = await Promise.all(
      cursor.after.map((after, priority) => headsOf(store, { instanceId, priority, after, limit: WINDOW })),
    );
    const waiting = lines.map(({ heads }) => heads.filter(({ isBusy }) => !isBusy));
    const later = waiting.flat().filter(({ dueAt }) => dueAt > now);
    const ready = waiting.map((heads) => heads.filter(({ dueAt }) => dueAt <= now));
    const chosen = choose(ready, Math.min(limit, SLICE), cursor.turn);

    const claim = new Claim(ctx, tx, instance, now);
    await claim.take(chosen);
    for (const { dueAt } of later) claim.waitUntil(dueAt);
    const isCutOff = ready.flat().length > chosen.length;
    // Also when some had no room: those behind are not to wait until these have nothing left.
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

const byId = (a: Head, b: Head): number => (a.messageId < b.messageId ? -1 : 1);

/** The urgent first, and of every five one that is not. */
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

/** One transaction’s work on the messages that it chose. */
class Claim {
  messages: Claimed['messages'] = [];
  readonly ended: Claimed['ended'] = [];
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
    const ids = await holdQueued(
      this.#tx.store,
      chosen.map(({ messageId }) => messageId),
    );
    const found = await this.#tx.select(waMessages, { where: inArray(waMessages.id, ids) });
    const rows = new Map(found.map((row) => [row.id, row]));
    const inOrder = chosen.flatMap(({ messageId }) => rows.get(messageId) ?? []);
    const files = await this.#filesOf(inOrder);
    const limits = limitsOf(this.#instance);
    const countsNew = limits.newHour !== null || limits.newDay !== null;
    const firsts = countsNew ? await firstOfChats(this.#tx.store, inOrder) : new Set<string>();
    const room = await openRoom(
      this.#tx.store,
      this.#instance,
      inOrder.map(({ chatId }) => chatId),
      { now: this.#now, random: this.#ctx.random },
    );
    for (const row of inOrder) await this.#judge(row, files, room, firsts);
    await room.save();
    await this.#lease();
  }

  async #filesOf(rows: readonly MessageRow[]): Promise<Map<string, MediaRow>> {
    const ids = rows.flatMap(({ mediaId }) => mediaId ?? []);
    if (ids.length === 0) return new Map();
    const files = await this.#tx.select(waMedia, { where: inArray(waMedia.id, ids) });
    return new Map(files.map((file) => [file.id, file]));
  }

  async #judge(row: MessageRow, files: ReadonlyMap<string, MediaRow>, room: Room, firsts: ReadonlySet<string>) {
    if (row.expiresAt !== null && row.expiresAt.getTime() <= this.#now) {
      this.ended.push({ id: row.id, code: 'message_expired' });
      return;
    }
    const media = row.mediaId === null ? undefined : files.get(row.mediaId);
    if (media?.status === 'pending') {
      return this.#hold(row, { reason: 'media', until: this.#now + MEDIA_AGAIN_MS, isForAll: false });
    }
    if (row.mediaId !== null && media?.status !== 'ready') {
      this.ended.push({ id: row.id, code: media?.error?.code ?? 'media_download_failed' });
      return;
    }
    // A try that was made before has been counted.
    const isNewChat = firsts.has(row.id) && row.attempt === 1 && row.retries === 0;
    const wait = room.ask(row, isNewChat);
    if (wait !== undefined) {
      this.isPaced ||= wait.isForAll;
      return this.#hold(row, wait);
    }
    this.#claim(row, media);
  }

  async #hold(row: MessageRow, { reason, until, isForAll }: Wait): Promise<void> {
    this.waitUntil(until);
    if (reason === 'new_chat_cap') this.#tx.store.afterCommit(() => this.#ctx.suspect(this.#instance.id));
    const hold: MessageHold = { reason, until: reason === 'media' ? null : new Date(until).toISOString() };
    const isSaid = row.hold?.reason === reason && isForAll;
    if (isSaid) return;
    // What waits for the pace of all stays due: whoever is first then goes.
    const dueAt = isForAll ? row.dueAt : new Date(until);
    await this.#tx.update(waMessages, eq(waMessages.id, row.id), { hold, dueAt });
  }

  /** What is leased at the end. */
  #claim(row: MessageRow, media: MediaRow | undefined): void {
    const moved = advance(row, { status: 'sending', at: new Date(this.#now), source: 'api' });
    if (moved !== undefined) this.messages.push({ row: { ...row, ...moved.changes }, media });
  }

  async #lease(): Promise<void> {
    const order = { owner: this.#ctx.me, now: this.#now, leaseUntil: this.#now + LEASE_MS };
    const rows = this.messages.map(({ row }) => row);
    const leased = await leaseMessages(this.#tx.store, rows, order);
    this.messages = this.messages.filter(({ row }) => leased.has(row.id));
  }
}
