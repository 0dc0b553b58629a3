import type { InboundError, InboundStage } from '../../../shared/automation/inbound-request';

/** Runs a stage; whoever watches measures it, or keeps what it made. */
export type Watch = <T>(
  stage: InboundStage,
  work: () => T | Promise<T>,
  show?: (made: T) => unknown,
  warn?: (made: T) => InboundError[],
) => Promise<T>;

/** Measures stages and keeps nothing. */
export const timed =
  (observe: (stage: InboundStage, milliseconds: number) => void): Watch =>
  async (stage, work) => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      observe(stage, performance.now() - began);
    }
  };
