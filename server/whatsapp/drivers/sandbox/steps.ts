import { MINUTE_MS } from '../../../../shared/durations';
import type { DriverEvent } from '../driver-events';

type Untimed<T> = T extends { at: Date } ? Omit<T, 'at'> : T;

export type SandboxStep =
  /** `at` is the time of the event if it differs from the due time. */
  { type: 'event'; event: Untimed<DriverEvent>; at?: string } | { type: 'qr'; generation: number; attempt: number };

export interface TimedStep {
  afterMs: number;
  step: SandboxStep;
}

export const eventStep = (afterMs: number, driverEvent: Untimed<DriverEvent>): TimedStep => ({
  afterMs,
  step: { type: 'event', event: driverEvent },
});

export const eventOf = (
  { event: driverEvent, at }: Extract<SandboxStep, { type: 'event' }>,
  dueAt: Date,
): DriverEvent => ({ ...driverEvent, at: at === undefined ? dueAt : new Date(at) }) as DriverEvent;

export const messageIdOf = (step: SandboxStep): string | undefined =>
  step.type === 'event' && step.event.kind === 'status' ? step.event.messageId : undefined;

const MAX_ATTEMPTS = 6;
const FIRST_MS = MINUTE_MS;
const NEXT_MS = 20_000;

/** After the last QR code, the pairing fails. */
export function qrStep(instanceId: string, { generation, attempt }: Extract<SandboxStep, { type: 'qr' }>, now: Date) {
  if (attempt > MAX_ATTEMPTS) {
    const driverEvent: DriverEvent = { kind: 'connection', generation, status: 'disconnected', reason: 'qr_expired' };
    return { event: driverEvent, next: undefined };
  }
  const livesMs = attempt === 1 ? FIRST_MS : NEXT_MS;
  const driverEvent: DriverEvent = {
    kind: 'pairing',
    generation,
    raw: `sandbox:${instanceId}:${generation}:${attempt}`,
    attempt,
    maxAttempts: MAX_ATTEMPTS,
    expiresAt: new Date(now.getTime() + livesMs),
  };
  const next: TimedStep = { afterMs: livesMs, step: { type: 'qr', generation, attempt: attempt + 1 } };
  return { event: driverEvent, next };
}
