import { expect, test } from 'bun:test';

import { traitsOf } from '../../../server/whatsapp/drivers/registry';
import { type CapabilityName, refusalOf, supports } from '../../../shared/whatsapp/capabilities';
import { type DriverName, DRIVERS } from '../../../shared/whatsapp/drivers';
import { Impossible } from './peer';
import { type Stage, stages, Unexpected } from './stage';

/** What every driver does in the same way, or refuses in the same way. */
export interface Scenario {
  name: string;
  /** What a driver must be able to do for it. */
  capability: CapabilityName;
  /** What it needs before that. */
  first?: CapabilityName;
  run: (stage: Stage) => Promise<void>;
}

/** Drivers whose instances a phone links, which takes seconds: they run all scenarios in one file. */
export const LINKED = DRIVERS.filter((driver) => traitsOf(driver).hasSocket);
const OTHERS = DRIVERS.filter((driver) => !traitsOf(driver).hasSocket);

/** Runs scenarios unchanged on each driver. One that a driver lacks must be refused: it is not left out, unless it is impossible for the other side. */
export function conform(scenarios: readonly Scenario[], drivers: readonly DriverName[] = OTHERS): void {
  const stageOf = stages();
  for (const driver of drivers) {
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
