import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC, type Outputs } from '../../trpc';
import { formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { useUser, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { NameCell } from '../../ui/table/name-cell';
import { Status } from '../../ui/tag';
import { Time } from '../../ui/time';
import { BEING_CHECKED, LOCATIONS, PROVIDER_LABELS } from './labels';
import { t } from './texts';

type Provider = Outputs['models']['get_health']['providers'][number];

const AGAIN_MS = 30_000;

export function ProviderHealth() {
  const trpc = useTRPC();
  const { instance_admin: isAdmin } = useUser();
  const query = useQuery(trpc.models.get_health.queryOptions(undefined, { refetchInterval: AGAIN_MS }));
  return (
    <Card
      title={t('providers')}
      actions={
        isAdmin && (
          <Link to="/instance/models" className="copy-button">
            {t('manageProviders')}
          </Link>
        )
      }
      flush
    >
      <Content query={query} loading={<Loading rows={1} />}>
        {({ providers }) =>
          providers.length > 0 ? (
            <DataTable
              bare
              label={t('providersLabel')}
              columns={columns()}
              rows={providers}
              rowKey={({ slug }) => slug}
            />
          ) : (
            <p className="card-body dimmed">
              {t('noProvider')} {!isAdmin && t('askAdmin')}
            </p>
          )
        }
      </Content>
    </Card>
  );
}

const columns = (): Column<Provider>[] => [
  {
    title: t('provider'),
    cell: ({ slug, name, warnings }) => (
      <NameCell name={<ProviderLink slug={slug} name={name} />}>
        {warnings.map(({ code, detail, since, fallback }) => (
          <span key={code} className="dimmed models-warning">
            {detail} {fallback === 'stale' && `${t('staleList')} `}
            {fallback === 'static' && `${t('staticList')} `}
            {since && t.rich('since', { time: () => <Time at={since} /> })}
          </span>
        ))}
      </NameCell>
    ),
  },
  { title: t('location'), priority: 2, cell: ({ location }) => LOCATIONS[location] },
  { title: t('models'), align: 'right', priority: 2, cell: ({ models }) => formatNumber(models) },
  {
    title: t('status'),
    fit: true,
    cell: (provider) => (
      <Status tone={wordOf(provider).tone} isUsual={['up', 'static'].includes(provider.status)}>
        {wordOf(provider).word}
      </Status>
    ),
  },
];

function wordOf({ status, warnings }: Provider) {
  const isNew = warnings.some(({ code, since }) => code === 'provider_timeout' && since === null);
  return isNew ? BEING_CHECKED : PROVIDER_LABELS[status];
}

function ProviderLink({ slug, name }: { slug: string; name: string }) {
  const { id: ws } = useWorkspace();
  return (
    <Link className="row-link" to="/w/$ws/models" params={{ ws }} search={{ provider: slug }}>
      {name}
    </Link>
  );
}
