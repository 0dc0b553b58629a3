import { useState, type ReactNode } from 'react';

import { useCan } from '../../ui/shell/workspace';
import { Channels } from './channels';
import type { Overview } from './progress';
import type { Range } from './requests';
import { RequestsCard } from './requests-card';
import { useRequests } from './use-requests';

/** The content below appears once the heights of the charts are known, so that nothing moves. */
export function Numbers({ of, children }: { of: Overview | undefined; children: ReactNode }) {
  const [range, setRange] = useState<Range>('24h');
  const isAllowed = useCan()('usage:read');
  const query = useRequests(range, isAllowed);
  const [isKnown, setIsKnown] = useState(false);
  if (!isKnown && !query.isLoading) setIsKnown(true);
  return (
    <>
      {isAllowed && <RequestsCard query={query} range={range} onRange={setRange} />}
      {of && <Channels of={of} range={range} usage={query.data} />}
      <div className="overview" hidden={!isKnown}>
        {children}
      </div>
    </>
  );
}
