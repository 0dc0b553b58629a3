import { expect, test } from 'bun:test';

import { type CapabilityName, refusalOf, supports } from '../../../shared/whatsapp/capabilities';
import { ON_STAGE, type Stage, stages, Unexpected } from './stage';

/** What every driver does in the same way, or refuses in the same way. */
export interface Scenario {
  name: string;
  /** What a driver must be able to do for it. */
  capability: CapabilityName;
  run: (stage: Stage) => Promise<void>;
}

/** Runs scenarios unchanged on each driver. One that a driver lacks must be refused: it is not left out. */
export function conform(scenarios: readonly Scenario[]): void {
  const stageOf = stages();
  for (const driver of ON_STAGE) {
    for (const { name, capability, run } of scenarios) {
      const isThere = supports(driver, capability);
      test(`${driver}: ${name}${isThere ? '' : ` is refused, for want of ${capability}`}`, async () => {
        const stage = await stageOf(driver);
        if (isThere) return run(stage);
        const refused = await run(stage).then(
          () => undefined,
          (error: unknown) => error,
        );
        if (!(refused instanceof Unexpected)) throw refused ?? new Error('It was not refused.');
        const { status, body } = refused.answer;
        expect([status, body]).toEqual([
          422,
          expect.objectContaining({ code: 'unsupported_by_driver', ...refusalOf(driver, capability) }),
        ]);
      });
    }
  }
}
