import type { Socket } from 'node:net';

import { monotonic } from '../clock';

export interface PoolLimits {
  idleMs: number;
  lifeMs: number;
  idlePerTarget: number;
  idle: number;
}

export const POOL_LIMITS: PoolLimits = { idleMs: 30_000, lifeMs: 300_000, idlePerTarget: 32, idle: 1024 };

/** Receivers close later than they say, or at least not before: a request at that time would fail. */
const HINT_MARGIN_MS = 1000;

/** What the socket reports to: the exchange that has the connection, or nobody while it is idle. */
interface User {
  onData(chunk: Buffer): void;
  onEnd(): void;
  onClose(): void;
}

/** Listens once, however many requests it carries. */
export class PooledConnection {
  readonly socket: Socket;
  readonly openedAt = monotonic();
  readonly remoteAddress: string | undefined;
  isReused = false;
  isClosed = false;
  user: User | undefined;
  idleTimer: Timer | undefined;

  constructor(socket: Socket) {
    this.socket = socket;
    this.remoteAddress = socket.remoteAddress;
    socket
      .on('data', (chunk: Buffer) => (this.user ? this.user.onData(chunk) : socket.destroy()))
      .on('end', () => (this.user ? this.user.onEnd() : socket.destroy()))
      .on('close', () => {
        this.isClosed = true;
        this.user?.onClose();
      });
  }

  destroy(): void {
    this.user = undefined;
    this.socket.destroy();
  }
}

/** Keyed by name too: a connection verified for one name never serves another. */
export class ConnectionPool {
  private readonly limits: PoolLimits;
  private readonly idleOf = new Map<string, PooledConnection[]>();
  private readonly idle = new Map<PooledConnection, string>();
  private isDestroyed = false;

  constructor(limits: PoolLimits = POOL_LIMITS) {
    this.limits = limits;
  }

  get idleCount(): number {
    return this.idle.size;
  }

  take(key: string): PooledConnection | undefined {
    const connection = this.idleOf.get(key)?.at(-1);
    if (connection === undefined) return undefined;
    this.remove(connection);
    connection.isReused = true;
    return connection;
  }

  /** Closes it when it is old, or when enough others are idle. */
  give(
    key: string,
    connection: PooledConnection,
    max: { idleMs?: number | undefined; hintMs?: number | undefined },
  ): void {
    connection.user = undefined;
    const { idleMs, lifeMs, idlePerTarget, idle } = this.limits;
    const leftMs = Math.min(
      idleMs,
      connection.openedAt + lifeMs - monotonic(),
      max.idleMs ?? idleMs,
      (max.hintMs ?? Infinity) - HINT_MARGIN_MS,
    );
    const others = this.idleOf.get(key) ?? [];
    if (leftMs <= 0 || connection.isClosed || this.isDestroyed || others.length >= idlePerTarget)
      return connection.destroy();

    this.idleOf.set(key, [...others, connection]);
    this.idle.set(connection, key);
    connection.idleTimer = setTimeout(() => this.close(connection), leftMs).unref();
    connection.user = {
      onData: () => this.close(connection),
      onEnd: () => this.close(connection),
      onClose: () => this.remove(connection),
    };
    if (this.idle.size > idle) this.closeOldest();
  }

  /** After one stale connection, others to the same target are likely stale too. */
  dropIdle(key: string): void {
    for (const connection of this.idleOf.get(key) ?? []) this.close(connection);
  }

  destroy(): void {
    this.isDestroyed = true;
    for (const connection of this.idle.keys()) this.close(connection);
  }

  private closeOldest(): void {
    for (const connection of this.idle.keys()) return this.close(connection);
  }

  private close(connection: PooledConnection): void {
    this.remove(connection);
    connection.destroy();
  }

  private remove(connection: PooledConnection): void {
    clearTimeout(connection.idleTimer);
    connection.user = undefined;
    const key = this.idle.get(connection);
    if (key === undefined) return;
    this.idle.delete(connection);
    const left = (this.idleOf.get(key) ?? []).filter((one) => one !== connection);
    if (left.length === 0) this.idleOf.delete(key);
    else this.idleOf.set(key, left);
  }
}
