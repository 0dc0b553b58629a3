import { useState } from 'react';

import { useCan } from '../../ui/shell/workspace';
import { Channels } from './channels';
import type { Overview } from './progress';
import type { Range } from './requests';
import { RequestsCard } from './requests-card';
import { useRequests } from './use-requests';

export function Numbers({ of }: { of: Overview | undefined }) {
  const [range, setRange] = useState<Range>('24h');
  const isAllowed = useCan()('usage:read');
  const query = useRequests(range, isAllowed);
  return (
    <>
      {isAllowed && <RequestsCard query={query} range={range} onRange={setRange} />}
      {of && <Channels of={of} range={range} usage={query.data} />}
    </>
  );
}
