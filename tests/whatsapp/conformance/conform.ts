import { expect, test } from 'bun:test';

import { type CapabilityName, refusalOf, supports } from '../../../shared/whatsapp/capabilities';
import { Impossible } from './peer';
import { HOSTED, type Stage, stages, Unexpected } from './stage';

/** What every driver does in the same way, or refuses in the same way. */
export interface Scenario {
  name: string;
  /** What a driver must be able to do for it. */
  capability: CapabilityName;
  /** What it needs before that. */
  first?: CapabilityName;
  run: (stage: Stage) => Promise<void>;
}

/** Runs scenarios unchanged on each driver. One that a driver lacks must be refused: it is not left out, unless it is impossible for the other side. */
export function conform(scenarios: readonly Scenario[]): void {
  const stageOf = stages();
  for (const driver of HOSTED) {
    for (const { name, capability, first = capability, run } of scenarios) {
      const lacking = [first, capability].find((needed) => !supports(driver, needed));
      test(`${driver}: ${name}${lacking === undefined ? '' : ` is refused, for want of ${lacking}`}`, async () => {
        const stage = await stageOf(driver);
        const failure = await run(stage).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (failure instanceof Impossible) return;
        if (lacking === undefined) {
          if (failure !== undefined) throw failure;
          return;
        }
        if (!(failure instanceof Unexpected)) throw failure ?? new Error('It was not refused.');
        const { status, body } = failure.answer;
        expect([status, body]).toEqual([
          422,
          expect.objectContaining({ code: 'unsupported_by_driver', ...refusalOf(driver, lacking) }),
        ]);
      });
    }
  }
}
