import type { Services } from '../../server/call-context';
import { createFailureBucket } from '../../server/limits/failure-bucket';
import { createLimiter } from '../../server/limits/gcra';
import { createLimits } from '../../server/limits/limits';

/** Has a server’s quotas live by a clock that stands still: nothing of them comes back, however slow the machine. */
export function holdLimits({ services }: { services: Pick<Services, 'limits'> }): void {
  const now = () => 0;
  Object.assign(services.limits, createLimits(undefined, createLimiter({ now }), createFailureBucket({ now })));
}
