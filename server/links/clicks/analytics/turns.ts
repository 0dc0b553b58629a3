import { ApiError } from '../../../errors';

/** Of one workspace at a time: nobody else waits for more than these. */
const AT_ONCE = 2;
/** A page of the console asks a dozen questions at once. */
const MOST_WAITING = 50;

/** Gives each workspace its turns. Throws 429 when more of it wait than are let in. */
export function createTurns(atOnce = AT_ONCE, mostWaiting = MOST_WAITING) {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async function inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(workspaceId) ?? { running: 0, waiting: [] };
    lines.set(workspaceId, line);
    if (line.waiting.length >= mostWaiting) throw tooMany();
    // Whoever ends hands its turn over, so `running` stays as it is.
    if (line.running >= atOnce) await new Promise<void>((resolve) => line.waiting.push(resolve));
    else line.running += 1;

    try {
      return await work();
    } finally {
      const next = line.waiting.shift();
      if (next) next();
      else line.running -= 1;
      if (line.running === 0) lines.delete(workspaceId);
    }
  };
}

const tooMany = (): ApiError =>
  new ApiError('rate_limited', {
    detail: 'Too many analytics queries of this workspace are waiting.',
    headers: { 'Retry-After': '2' },
  });
