import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { useTRPC } from '../../trpc';
import { shortId } from '../../ui/format';
import { useCan, useWorkspace } from '../../ui/shell/workspace';
import { surfaceName } from '../../ui/tag';
import type { Group } from './names';
import { t } from './texts';

const classes = (): Record<string, string> => ({
  '1xx': t('class1xx'),
  '2xx': t('class2xx'),
  '3xx': t('class3xx'),
  '4xx': t('class4xx'),
  '5xx': t('class5xx'),
});

export function useNameOf(group: Group): (name: string) => ReactNode {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const mayReadKeys = useCan()('keys:read');
  const keys = useQuery(trpc.keys.list.queryOptions({ limit: 100 }, { enabled: group === 'key' && mayReadKeys }));
  if (group === 'surface') return surfaceName;
  if (group === 'status') return (name) => classes()[name] ?? name;
  if (group === 'operation') {
    return (name) => (
      <Link to="/w/$ws/activity" params={{ ws }} search={{ route: name }} className="mono">
        {name}
      </Link>
    );
  }
  return (name) => {
    if (name === '') return t('withoutKey');
    const text = keys.data?.data.find(({ id }) => id === name)?.name ?? shortId(name);
    if (!mayReadKeys) return <span className="mono">{text}</span>;
    return (
      <Link to="/w/$ws/keys/$key" params={{ ws, key: name }}>
        {text}
      </Link>
    );
  };
}
