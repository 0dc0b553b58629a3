import { SegmentedControl } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../search';
import { useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { UsageBars } from '../usage/bars';
import { RANGE_NAMES } from '../usage/names';
import { RANGES, REFRESH, seriesOf, totalOf } from '../usage/periods';
import { SplitTable } from '../usage/split';
import { summarise } from '../usage/sums';
import { UsageTotals } from '../usage/totals';
import { useNameOf } from '../usage/use-name-of';
import type { Key } from './labels';
import { t } from './texts';

const route = getRouteApi('/w/$ws/keys/$key');
const options = () => RANGE_NAMES.map((value) => ({ value, label: RANGES[value].label }));

export function KeyUsage({ of }: { of: Key }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { range = '30d' } = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/keys/$key' });
  const input = { key_id: of.id, ...totalOf(range), group_by: ['surface' as const, 'operation' as const] };
  const often = { ...REFRESH, placeholderData: keepPreviousData };
  const series = useQuery(trpc.keys.get_usage.queryOptions({ key_id: of.id, ...seriesOf(range) }, often));
  const split = useQuery(trpc.keys.get_usage.queryOptions(input, often));
  const surfaceName = useNameOf('surface');
  const operationName = useNameOf('operation');
  return (
    <Card
      title={t('usage')}
      actions={
        <>
          <CopyAsCode operation="keys_get_usage" input={input} />
          <Link to="/w/$ws/activity" params={{ ws }} search={{ key: of.id }} className="copy-button">
            {t('viewRequests')}
          </Link>
        </>
      }
    >
      <div className="usage-stack">
        <SegmentedControl
          className="usage-range"
          size="xs"
          aria-label={t('range')}
          data={options()}
          value={range}
          onChange={(next) => void navigate({ search: (old) => compact({ ...old, range: next }), replace: true })}
        />
        <Content
          query={series}
          loading={
            <div className="usage-wait">
              <Loading shape="cards" rows={1} />
            </div>
          }
        >
          {(usage) =>
            usage.data.length === 0 ? (
              <div className="dimmed">{t('noRequests', { range: RANGES[range].label })}</div>
            ) : (
              <>
                <UsageTotals of={usage} />
                <UsageBars of={usage} />
              </>
            )
          }
        </Content>
        {split.data && split.data.data.length > 0 && (
          <>
            <h3 className="keys-heading">{t('usageByApi')}</h3>
            <SplitTable
              label={t('usageByApi')}
              title={t('api')}
              rows={summarise(split.data.data, 'surface')}
              nameOf={surfaceName}
              isNarrow
            />
            <h3 className="keys-heading">{t('usageByOperation')}</h3>
            <SplitTable
              label={t('usageByOperation')}
              title={t('operation')}
              rows={summarise(split.data.data, 'operation')}
              nameOf={operationName}
              isNarrow
            />
          </>
        )}
      </div>
    </Card>
  );
}
