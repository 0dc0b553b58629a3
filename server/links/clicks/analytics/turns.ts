import { ApiError } from '../../../errors';

const AT_ONCE = 2;
/** A console page sends a dozen questions at once. */
const MAX_WAITING = 50;

/** Throws 429 when too many questions of a workspace wait. */
export function createWorkspaceTurns(atOnce = AT_ONCE, maxWaiting = MAX_WAITING) {
  const lines = new Map<string, { running: number; waiting: (() => void)[] }>();

  return async function inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
    const line = lines.get(workspaceId) ?? { running: 0, waiting: [] };
    lines.set(workspaceId, line);
    if (line.waiting.length >= maxWaiting) throw tooMany();
    // A finished run passes its turn on, so `running` stays.
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
