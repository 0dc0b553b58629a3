import { Agent, type ClientRequest, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { monotonic } from '../clock';

export interface PoolLimits {
  idleMs: number;
  lifeMs: number;
  idlePerTarget: number;
  idle: number;
}

export const POOL_LIMITS: PoolLimits = { idleMs: 30_000, lifeMs: 300_000, idlePerTarget: 32, idle: 1024 };

export interface PoolRequest extends ClientRequestArgs {
  poolKey: string;
  open: () => Promise<Socket>;
  idleMs: number | undefined;
}

type Done = (error: Error | null, socket: Duplex) => void;

/** Keyed by name too: a connection verified for one name never serves another. */
export class ConnectionPool extends Agent {
  private readonly limits: PoolLimits;
  private readonly openedAt = new WeakMap<Duplex, number>();
  private readonly idleMsOf = new WeakMap<Duplex, number>();
  private readonly idle = new Set<Duplex>();

  constructor(limits: PoolLimits = POOL_LIMITS) {
    super({
      keepAlive: true,
      maxSockets: Number.POSITIVE_INFINITY,
      maxFreeSockets: limits.idlePerTarget,
      timeout: limits.idleMs,
      scheduling: 'lifo',
    });
    this.limits = limits;
  }

  override getName(options?: ClientRequestArgs): string {
    return (options as PoolRequest).poolKey;
  }

  override createConnection(options: ClientRequestArgs, done: Done): undefined {
    void this.connect(options as PoolRequest, done);
  }

  /** The base class respects `Keep-Alive: timeout`, minus a second. */
  override keepSocketAlive(duplex: Duplex): boolean {
    const socket = duplex as Socket;
    const leftMs = (this.openedAt.get(socket) ?? 0) + this.limits.lifeMs - monotonic();
    // The base class returns a boolean, which the types omit.
    const kept = super.keepSocketAlive(socket) as unknown;
    if (leftMs <= 0 || kept !== true) return false;

    const mostMs = Math.min(leftMs, this.idleMsOf.get(socket) ?? this.limits.idleMs);
    if ((socket.timeout ?? this.limits.idleMs) > mostMs) socket.setTimeout(mostMs);
    this.idle.add(socket);
    if (this.idle.size > this.limits.idle) this.closeOldest();
    return true;
  }

  override reuseSocket(socket: Duplex, request: ClientRequest): void {
    this.idle.delete(socket);
    super.reuseSocket(socket, request);
  }

  /** After one stale connection, others to the same target are likely stale too. */
  dropIdle(poolKey: string): void {
    for (const socket of this.freeSockets[poolKey]?.slice() ?? []) socket.destroy();
    delete (this.freeSockets as Record<string, Socket[] | undefined>)[poolKey];
  }

  get idleCount(): number {
    return this.idle.size;
  }

  private async connect(options: PoolRequest, done: Done): Promise<void> {
    let socket: Socket;
    try {
      socket = await options.open();
    } catch (error) {
      // The types require a socket, which a failure does not have.
      (done as (error: unknown) => void)(error);
      return;
    }
    this.openedAt.set(socket, monotonic());
    if (options.idleMs !== undefined) this.idleMsOf.set(socket, options.idleMs);
    socket.once('close', () => this.idle.delete(socket));
    done(null, socket);
  }

  private closeOldest(): void {
    for (const socket of this.idle) {
      this.idle.delete(socket);
      socket.destroy();
      return;
    }
  }
}
