import { MINUTE_MS } from '../../../shared/durations';
import { ApiError } from '../../errors';
import { AttemptFailure } from './failure';

/** A workspace that called within this time keeps its part of the slots. */
const ACTIVE_MS = 10 * MINUTE_MS;
const MAX_IDLE_OWNERS = 1000;

interface Owner {
  used: number;
  lastAt: number;
}

interface WaitingCall {
  owner: Owner;
  max: number;
  isSlow: boolean;
  enter: () => void;
}

interface NamedSlots {
  used: number;
  /** By workspace. */
  owners: Map<string, Owner>;
  waiting: WaitingCall[];
}

interface Entry {
  workspaceId: string;
  max: number;
  /** The caller decides how long it takes: the last quarter is kept for others, also if none has called before. */
  isSlow?: boolean;
  waitMs: number;
  signal: AbortSignal;
}

/** The workspace with the fewest is next. Of several, none gets the last quarter, so that it cannot block others. */
export class CallSlots {
  readonly #named = new Map<string, NamedSlots>();
  readonly #now: () => number;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  inUse(name: string): number {
    return this.#named.get(name)?.used ?? 0;
  }

  all(): [string, number][] {
    return [...this.#named].map(([name, { used }]) => [name, used]);
  }

  /** Returns the function that releases the slot. Throws `overloaded` after `waitMs`. */
  async enter(name: string, { workspaceId, max, isSlow = false, waitMs, signal }: Entry): Promise<() => void> {
    const slots = this.#of(name);
    const owner = this.#ownerOf(slots, workspaceId);
    const call = { owner, max, isSlow };
    if (this.#mayEnter(slots, call)) take(slots, owner);
    else await this.#wait(slots, call, waitMs, signal);

    let hasLeft = false;
    return (): void => {
      if (hasLeft) return;
      hasLeft = true;
      slots.used -= 1;
      owner.used -= 1;
      owner.lastAt = this.#now();
      this.#admit(slots);
    };
  }

  #of(name: string): NamedSlots {
    let slots = this.#named.get(name);
    if (!slots) this.#named.set(name, (slots = { used: 0, owners: new Map(), waiting: [] }));
    return slots;
  }

  #ownerOf({ owners, waiting }: NamedSlots, workspaceId: string): Owner {
    let owner = owners.get(workspaceId);
    if (!owner) {
      if (owners.size >= MAX_IDLE_OWNERS) {
        const queued = new Set(waiting.map((one) => one.owner));
        for (const [id, one] of owners) if (!this.#isActive(one) && !queued.has(one)) owners.delete(id);
      }
      owners.set(workspaceId, (owner = { used: 0, lastAt: 0 }));
    }
    owner.lastAt = this.#now();
    return owner;
  }

  #isActive = ({ used, lastAt }: Owner): boolean => used > 0 || this.#now() - lastAt < ACTIVE_MS;

  #mayEnter({ used, owners }: NamedSlots, { owner, max, isSlow }: Omit<WaitingCall, 'enter'>): boolean {
    if (used >= max) return false;
    if (owner.used < max - Math.floor(max / 4)) return true;
    return !isSlow && ![...owners.values()].some((other) => other !== owner && this.#isActive(other));
  }

  #admit(slots: NamedSlots): void {
    for (;;) {
      const [next] = slots.waiting
        .filter((call) => this.#mayEnter(slots, call))
        .toSorted((a, b) => a.owner.used - b.owner.used);
      if (!next) return;
      slots.waiting = slots.waiting.filter((one) => one !== next);
      take(slots, next.owner);
      next.enter();
    }
  }

  #wait(slots: NamedSlots, call: Omit<WaitingCall, 'enter'>, waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        stop();
        resolve();
      };
      const refuse = (): void => {
        slots.waiting = slots.waiting.filter((one) => one.enter !== enter);
        stop();
        const detail = 'The provider already has as many calls as it may have at once.';
        reject(new AttemptFailure(new ApiError('overloaded', { detail, headers: { 'Retry-After': '5' } })));
      };
      const timer = setTimeout(refuse, waitMs);
      const stop = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', refuse);
      };
      signal.addEventListener('abort', refuse);
      slots.waiting.push({ ...call, enter });
      if (signal.aborted) refuse();
    });
  }
}

/** Synchronous, so that no other call overtakes. */
function take(slots: NamedSlots, owner: Owner): void {
  slots.used += 1;
  owner.used += 1;
}
