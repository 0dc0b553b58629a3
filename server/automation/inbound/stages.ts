import type { InboundError, InboundStage } from '../../../shared/automation/inbound-request';

export type RunStage = <T>(
  stage: InboundStage,
  work: () => T | Promise<T>,
  show?: (made: T) => unknown,
  warn?: (made: T) => InboundError[],
) => Promise<T>;

export const timedStages =
  (observe: (stage: InboundStage, milliseconds: number) => void): RunStage =>
  async (stage, work) => {
    const began = performance.now();
    try {
      return await work();
    } finally {
      observe(stage, performance.now() - began);
    }
  };
