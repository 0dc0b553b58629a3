/** Resolves after pending timers, sockets and other waiters. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
