import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { MINUTE_MS } from '../../../shared/durations';
import { QUOTAS } from '../../../shared/usage/quota-names';
import { labelOf } from '../../i18n/labels';
import { useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { formatNumber } from '../../ui/format';
import { formatBytes } from '../../ui/format-bytes';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { REFRESH } from './periods';
import { t } from './texts';

import './usage.css';

export function Quotas() {
  const trpc = useTRPC();
  // Links are counted separately from the rest, which may take a while.
  const query = useQuery(trpc.usage.get_quotas.queryOptions({}, { trpc: { context: { unbatched: true } } }));
  return (
    <Card title={t('limits')} actions={<CopyAsCode operation="usage_get_quotas" input={{}} />}>
      <div className="usage-quotas">
        <RequestLimit />
        <Content query={query} loading={<Loading rows={10} />}>
          {({ data }) =>
            data.map(({ name, used, limit }) => {
              const text = name.endsWith('_bytes') ? formatBytes : formatNumber;
              return (
                <Quota key={name} name={labelOf('quotas', name, QUOTAS[name].label)} share={used / Math.max(1, limit)}>
                  {t.rich('usedOf', { b: (part) => <strong>{part}</strong>, used: text(used), limit: text(limit) })}
                </Quota>
              );
            })
          }
        </Content>
      </div>
      <p className="dimmed usage-note">{t('limitsHelp')}</p>
    </Card>
  );
}

function RequestLimit() {
  const trpc = useTRPC();
  const { rate_limit: limit } = useWorkspace();
  // A window of a minute is read as whole minutes: the current one and those that it overlaps.
  const now = useQuery(trpc.usage.get.queryOptions({ granularity: 'minute' }, REFRESH));
  const since = Date.parse(now.data?.to ?? '') - limit.window_seconds * 1000;
  const used = now.data?.data
    .filter(({ starts_at: at }) => Date.parse(at) + MINUTE_MS > since)
    .reduce((sum, point) => sum + point.requests - point.rate_limited, 0);
  return (
    <Quota name={t('requestsIn', { seconds: limit.window_seconds })} share={(used ?? 0) / limit.requests}>
      {t.rich('usedOf', {
        b: (part) => <strong>{part}</strong>,
        used: used === undefined ? '…' : formatNumber(used),
        limit: formatNumber(limit.requests),
      })}
      {used !== undefined && (
        <span className="dimmed">{t('leftNow', { left: Math.max(0, limit.requests - used) })}</span>
      )}
    </Quota>
  );
}

function Quota({ name, share, children }: { name: string; share: number; children: ReactNode }) {
  return (
    <div className="usage-quota">
      <span>{name}</span>
      <span className="numbers">{children}</span>
      <meter
        aria-label={t('usedOfQuota', { name: name.toLowerCase() })}
        min={0}
        max={1}
        value={Math.min(1, share)}
        high={0.8}
      />
    </div>
  );
}
