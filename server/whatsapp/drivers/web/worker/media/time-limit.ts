/** In milliseconds. */
interface TransferLimits {
  total: number;
  /** Without any data. */
  idle: number;
}

export const TRANSFER_LIMITS: TransferLimits = { total: 240_000, idle: 30_000 };

/** Aborts a transfer that takes too long, or in which nothing arrives. */
export function startTimeLimit(limits: TransferLimits = TRANSFER_LIMITS) {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const total = setTimeout(abort, limits.total);
  let idle = setTimeout(abort, limits.idle);
  return {
    signal: controller.signal,
    extend() {
      clearTimeout(idle);
      idle = setTimeout(abort, limits.idle);
    },
    end() {
      clearTimeout(total);
      clearTimeout(idle);
    },
  };
}
