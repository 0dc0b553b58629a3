import { createConcurrencyLimit } from '../../../../concurrency';

/**
 * The library queues by the other device’s address, for all accounts together, and runs waiting work in the transaction
 * of the first, so that keys are lost. With turns, nothing waits in that queue.
 */
export const inSignalTurn = createConcurrencyLimit({ atOnce: 1 });
