import { IconLock } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';

import { ROLES, SCOPES_OF_ROLE, type Scope } from '../../../shared/access/scopes';
import { byCursor, useTRPC } from '../../trpc';
import { formatList } from '../format';
import { usePageTitle } from '../page';
import { State } from '../states/states';
import { rowsOf } from '../table/load-more';
import { useWorkspace } from './workspace';

const MAX_NAMED = 5;

interface MissingPermissionProps {
  what: string;
  scope: Scope;
}

export function MissingPermission({ what, scope }: MissingPermissionProps) {
  const trpc = useTRPC();
  const { role, name } = useWorkspace();
  const members = useInfiniteQuery(trpc.members.list.infiniteQueryOptions({ limit: 100 }, byCursor));
  const owners = members.data
    ? rowsOf(members.data)
        .filter((member) => member.role === 'owner')
        .map((owner) => owner.name)
        .slice(0, MAX_NAMED)
    : [];
  const lowest = ROLES.findLast((known) => SCOPES_OF_ROLE[known].has(scope));
  usePageTitle(what, name);

  return (
    <State icon={IconLock} title="Your role does not open this" isPage>
      <p>
        Your role is <em>{role}</em>. {what} {what.endsWith('s') ? 'need' : 'needs'} <em>{lowest}</em>.
        {owners.length > 0 && ` ${owners.length === 1 ? 'Owner' : 'Owners'}: ${formatList(owners)}.`}
      </p>
    </State>
  );
}
