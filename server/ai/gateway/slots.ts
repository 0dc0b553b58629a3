import { ApiError } from '../../errors';
import { AttemptFailure } from './failure';

interface ProviderSlots {
  used: number;
  waiting: (() => void)[];
}

/** Calls that run at once, by provider. Further ones wait in order. */
export class CallSlots {
  readonly #providers = new Map<string, ProviderSlots>();

  inUse(slug: string): number {
    return this.#providers.get(slug)?.used ?? 0;
  }

  /** Slots in use, by provider. */
  all(): [string, number][] {
    return [...this.#providers].map(([slug, { used }]) => [slug, used]);
  }

  /** Returns the function that leaves the slot. Throws `overloaded` after `waitMs`. */
  async enter(slug: string, max: number, { waitMs, signal }: { waitMs: number; signal: AbortSignal }) {
    const slots = this.#of(slug);
    if (slots.used >= max) await this.#wait(slots, waitMs, signal);
    else slots.used += 1;

    let hasLeft = false;
    return (): void => {
      if (hasLeft) return;
      hasLeft = true;
      // The slot goes to the next in line, so that nobody overtakes.
      const next = slots.waiting.shift();
      if (next) next();
      else slots.used -= 1;
    };
  }

  #of(slug: string): ProviderSlots {
    let slots = this.#providers.get(slug);
    if (!slots) this.#providers.set(slug, (slots = { used: 0, waiting: [] }));
    return slots;
  }

  #wait(slots: ProviderSlots, waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        stop();
        resolve();
      };
      const refuse = (): void => {
        slots.waiting = slots.waiting.filter((one) => one !== enter);
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
      slots.waiting.push(enter);
      if (signal.aborted) refuse();
    });
  }
}
