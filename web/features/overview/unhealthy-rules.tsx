import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../trpc';
import { formatCount } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Note } from '../../ui/tag';
import { DisabledNote } from '../automation/rules/disabled-note';

const LIMIT = 3;

export function UnhealthyRules() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const { data } = useQuery(trpc.automation.rules.list.queryOptions({ status: ['disabled'], limit: 100 }));
  const rules = data?.data ?? [];
  return (
    <>
      {rules.slice(0, LIMIT).map((rule) => (
        <DisabledNote key={rule.id} of={rule} />
      ))}
      {rules.length > LIMIT && (
        <Note tone="error">
          {formatCount(rules.length - LIMIT, 'more rule')} of this kind.{' '}
          <Link to="/w/$ws/automation/rules" params={{ ws }} search={{ status: 'disabled' }}>
            All disabled rules
          </Link>
        </Note>
      )}
    </>
  );
}
