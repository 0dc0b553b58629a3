import type { HoldReason } from '../../../shared/whatsapp/message';
import type { Store } from '../../db/database';
import { readPaces, writePaces } from '../queries/pacing';
import type { InstanceRow } from '../work';
import type { MessageRow } from './types';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** One limit: so many at once, then one each `intervalMs`. */
interface Rate {
  intervalMs: number;
  burst: number;
}

export interface Limits {
  send: Rate | null;
  jitterMs: readonly [number, number];
  newHour: Rate | null;
  newDay: Rate | null;
  pair: Rate | null;
}

const perPeriod = (count: number | null | undefined, periodMs: number): Rate | null =>
  count === null || count === undefined
    ? null
    : { intervalMs: periodMs / Math.max(1, count), burst: Math.max(1, count) };

const NONE: Limits = { send: null, jitterMs: [0, 0], newHour: null, newDay: null, pair: null };
/** What a number in the Cloud API may send at once, so that a queue of them goes out in small bursts. */
const CLOUD_BURST = 16;
const CLOUD: Limits = {
  ...NONE,
  send: { intervalMs: 1000 / 80, burst: CLOUD_BURST },
  pair: { intervalMs: 6000, burst: 10 },
};
const WEB: Limits = {
  ...NONE,
  send: { intervalMs: MINUTE / 20, burst: 1 },
  jitterMs: [1000, 3000],
  newHour: perPeriod(10, HOUR),
  newDay: perPeriod(50, DAY),
};

/** Meta’s tier, such as `250` or `1k`: people written to first in 24 hours. */
function tierOf(limit: string | null): number | null {
  const [, count, unit] = /^(\d+)(k?)$/.exec(limit ?? '') ?? [];
  return count === undefined ? null : Number(count) * (unit === 'k' ? 1000 : 1);
}

/** How fast an instance sends: its own settings, else the defaults of its driver. */
export function limitsOf({ driver, settings, messagingLimit }: InstanceRow): Limits {
  const base = { sandbox: NONE, cloud: CLOUD, web: WEB }[driver];
  const newDay = driver === 'cloud' ? perPeriod(tierOf(messagingLimit), DAY) : base.newDay;
  const { pacing } = settings;
  if (pacing === null) return { ...base, newDay };

  const perMinute = Math.max(1, pacing.max_per_minute);
  const burst = driver === 'cloud' ? Math.min(CLOUD_BURST, Math.max(1, Math.floor(perMinute / 60))) : 1;
  const [least = 0, greatest = least] = pacing.jitter_ms;
  return {
    send: { intervalMs: MINUTE / perMinute, burst },
    jitterMs: [least, greatest],
    newHour: perPeriod(pacing.new_chats_per_hour, HOUR),
    newDay: perPeriod(pacing.new_chats_per_day, DAY) ?? (driver === 'cloud' ? newDay : null),
    pair: base.pair,
  };
}

export interface Wait {
  reason: HoldReason;
  until: number;
  /** Every other message of the instance waits as well. */
  isForAll: boolean;
}

type Asking = Pick<MessageRow, 'chatId' | 'groupId' | 'simulateTypingMs'>;

/** Room of one claim: what is asked here and not refused is taken. Nothing is kept before `save`. */
export interface Room {
  ask(message: Asking, isNewChat: boolean): Wait | undefined;
  save(): Promise<void>;
}

interface Step {
  key: string;
  rate: Rate;
  reason: HoldReason;
  isForAll: boolean;
  extraMs: number;
}

const isLimited = ({ send, newHour, newDay, pair }: Limits): boolean =>
  send !== null || newHour !== null || newDay !== null || pair !== null;

/** Reads what the messages of a claim may need. GCRA: each key knows when its next one would be exactly in time. */
export async function openRoom(
  tx: Store,
  instance: InstanceRow,
  chatIds: readonly string[],
  { now, random }: { now: number; random: () => number },
): Promise<Room> {
  const limits = limitsOf(instance);
  const pairs = limits.pair === null ? [] : chatIds.map((id) => `pair:${id}`);
  const keys = [...new Set(['send', 'new_hour', 'new_day', ...pairs])];
  const times = isLimited(limits) ? await readPaces(tx, instance.id, keys) : new Map<string, number>();
  const changed = new Map<string, number>();

  const stepsOf = (message: Asking, isNew: boolean): Step[] => {
    const steps: Step[] = [];
    const add = (key: string, rate: Rate | null, reason: HoldReason, isForAll: boolean, extraMs = 0): void => {
      if (rate !== null) steps.push({ key, rate, reason, isForAll, extraMs });
    };
    const [least, greatest] = limits.jitterMs;
    // Typing is part of the pause, not on top of it.
    add(
      'send',
      limits.send,
      'pacing',
      true,
      Math.max(0, least + (greatest - least) * random() - message.simulateTypingMs),
    );
    if (isNew) add('new_hour', limits.newHour, 'new_chat_cap', false);
    if (isNew) add('new_day', limits.newDay, 'new_chat_cap', false);
    if (message.groupId === null) add(`pair:${message.chatId}`, limits.pair, 'pair_limit', false);
    return steps;
  };

  return {
    ask(message, isNewChat) {
      const steps = stepsOf(message, isNewChat);
      for (const { key, rate, reason, isForAll } of steps) {
        const until = (times.get(key) ?? 0) - (rate.burst - 1) * rate.intervalMs;
        if (until > now) return { reason, until: Math.ceil(until), isForAll };
      }
      for (const { key, rate, extraMs } of steps) {
        const next = Math.max(times.get(key) ?? 0, now) + rate.intervalMs + extraMs;
        times.set(key, next);
        changed.set(key, next);
      }
      return undefined;
    },

    save: () => writePaces(tx, instance, changed),
  };
}
