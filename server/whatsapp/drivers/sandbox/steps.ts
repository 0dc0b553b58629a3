import type { News } from '../news';

type Untimed<T> = T extends { at: Date } ? Omit<T, 'at'> : T;

/** Something that the simulated network does later; it is kept as JSON. */
export type SandboxStep =
  /** Tells it. `at`: when it says that it happened; when it is due, if absent. */
  | { type: 'news'; news: Untimed<News>; at?: string }
  /** Shows the next QR code of a connection, or gives up. */
  | { type: 'qr'; generation: number; attempt: number };

export interface TimedStep {
  afterMs: number;
  step: SandboxStep;
}

export const newsStep = (afterMs: number, news: Untimed<News>, at?: Date): TimedStep => ({
  afterMs,
  step: { type: 'news', news, ...(at === undefined ? {} : { at: at.toISOString() }) },
});

/** What a step says when its time has come. */
export function newsOf({ news, at }: Extract<SandboxStep, { type: 'news' }>, dueAt: Date): News {
  return { ...news, at: at === undefined ? dueAt : new Date(at) } as News;
}

const MAX_ATTEMPTS = 6;
const FIRST_MS = 60_000;
const NEXT_MS = 20_000;

/** The next QR code of a connection, and the step that follows when nobody scans it; at the end it gives up. */
export function qrStep(instanceId: string, { generation, attempt }: Extract<SandboxStep, { type: 'qr' }>, now: Date) {
  if (attempt > MAX_ATTEMPTS) {
    const news: News = { kind: 'connection', generation, status: 'disconnected', reason: 'qr_expired' };
    return { news, next: undefined };
  }
  const livesMs = attempt === 1 ? FIRST_MS : NEXT_MS;
  const news: News = {
    kind: 'pairing',
    generation,
    raw: `sandbox:${instanceId}:${generation}:${attempt}`,
    attempt,
    maxAttempts: MAX_ATTEMPTS,
    expiresAt: new Date(now.getTime() + livesMs),
  };
  const next: TimedStep = { afterMs: livesMs, step: { type: 'qr', generation, attempt: attempt + 1 } };
  return { news, next };
}
