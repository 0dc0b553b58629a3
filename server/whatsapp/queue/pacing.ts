import { MINUTE_MS } from '../../../shared/durations';
import type { HoldReason } from '../../../shared/whatsapp/message';
import type { Store } from '../../db/database';
import { traitsOf } from '../drivers/registry';
import { perDay, perHour, type SendLimits, type SendRate } from '../drivers/traits';
import type { MessageRow } from '../present/messages';
import { readPaces, writePaces } from '../queries/pacing';
import type { InstanceRow } from '../work-types';

export function limitsOf({ driver, settings, messagingLimit }: InstanceRow): SendLimits {
  const traits = traitsOf(driver);
  const base = traits.limits(messagingLimit);
  const { pacing } = settings;
  if (pacing === null) return base;

  const perMinute = Math.max(1, pacing.max_per_minute);
  const [min = 0, max = min] = pacing.jitter_ms;
  return {
    send: { intervalMs: MINUTE_MS / perMinute, burst: traits.burst(perMinute) },
    jitterMs: [min, max],
    newHour: perHour(pacing.new_chats_per_hour) ?? base.newHour,
    newDay: perDay(pacing.new_chats_per_day) ?? base.newDay,
    pair: base.pair,
  };
}

/** Batches keep to the bounds of the driver, also when the pacing was raised after they were accepted. */
export function batchLimitsOf(instance: InstanceRow): SendLimits {
  const limits = limitsOf(instance);
  const { pacingBounds, burst } = traitsOf(instance.driver);
  if (pacingBounds === null) return limits;
  const { perMinute, newChatsPerDay } = pacingBounds;
  return {
    ...limits,
    send: slower(limits.send, { intervalMs: MINUTE_MS / perMinute, burst: burst(perMinute) }),
    newDay: slower(limits.newDay, perDay(newChatsPerDay)),
  };
}

const slower = (one: SendRate | null, other: SendRate | null): SendRate | null =>
  one === null || (other !== null && other.intervalMs > one.intervalMs) ? other : one;

export interface Wait {
  reason: HoldReason;
  until: number;
  /** Delays every other message of the instance too. */
  isForAll: boolean;
}

type PacingQuery = Pick<MessageRow, 'batchId' | 'chatId' | 'groupId' | 'simulateTypingMs'>;

export interface SendCapacity {
  ask(message: PacingQuery, isNewChat: boolean): Wait | undefined;
  save(): Promise<void>;
}

interface Step {
  key: string;
  rate: SendRate;
  reason: HoldReason;
  isForAll: boolean;
  extraMs: number;
}

const isLimited = ({ send, newHour, newDay, pair }: SendLimits): boolean =>
  send !== null || newHour !== null || newDay !== null || pair !== null;

/** GCRA: each key stores the time of its next conforming message. */
export async function openCapacity(
  tx: Store,
  instance: InstanceRow,
  chatIds: readonly string[],
  { now, random }: { now: number; random: () => number },
): Promise<SendCapacity> {
  const ownLimits = limitsOf(instance);
  const batchLimits = batchLimitsOf(instance);
  const pairs = ownLimits.pair === null ? [] : chatIds.map((id) => `pair:${id}`);
  const keys = [...new Set(['send', 'new_hour', 'new_day', ...pairs])];
  const times = isLimited(batchLimits) ? await readPaces(tx, instance, keys) : new Map<string, number>();
  const changed = new Map<string, number>();

  const stepsOf = (message: PacingQuery, isNew: boolean): Step[] => {
    const limits = message.batchId === null ? ownLimits : batchLimits;
    const steps: Step[] = [];
    const add = (key: string, rate: SendRate | null, reason: HoldReason, isForAll: boolean, extraMs = 0): void => {
      if (rate !== null) steps.push({ key, rate, reason, isForAll, extraMs });
    };
    const [min, max] = limits.jitterMs;
    // Typing is part of the pause.
    add('send', limits.send, 'pacing', true, Math.max(0, min + (max - min) * random() - message.simulateTypingMs));
    if (isNew) add('new_hour', limits.newHour, 'new_chat_limit', false);
    if (isNew) add('new_day', limits.newDay, 'new_chat_limit', false);
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
