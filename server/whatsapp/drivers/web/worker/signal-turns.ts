import { createConcurrencyLimit } from '../../../../concurrency';

/**
 * The library queues the uses of a session by the address of the other device, for all accounts of the process
 * together, and runs what waits in the transaction of whoever came first: keys of one message are then written into
 * the transaction of another, or into one that is over, and are lost. With turns, nothing ever waits in that queue.
 */
export const inSignalTurn = createConcurrencyLimit({ atOnce: 1 });
