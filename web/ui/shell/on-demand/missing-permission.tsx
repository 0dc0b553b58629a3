import { IconLock } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';

import { ROLES, SCOPES_OF_ROLE, type Scope } from '../../../../shared/access/scopes';
import { byCursor, useTRPC } from '../../../trpc';
import { formatList } from '../../format';
import { usePageTitle } from '../../page-title';
import { State } from '../../states/states';
import { rowsOf } from '../../table/load-more';
import { t as forbidden } from '../../texts';
import { useWorkspace } from '../workspace';
import { t } from './texts';

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
    <State icon={IconLock} title={forbidden('forbidden')} isPage>
      <p>
        {t.rich('needsRole', { role, needed: lowest ?? '', page: what, em: (text) => <em>{text}</em> })}
        {owners.length > 0 && ` ${t('owners', { count: owners.length, names: formatList(owners) })}`}
      </p>
    </State>
  );
}
