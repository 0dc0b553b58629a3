import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { DAY_MS } from '../../../shared/durations';
import { useTRPC } from '../../trpc';
import { ConnectionTag } from '../../ui/live/connection-tag';
import { useLiveReload } from '../../ui/live/use-live-reload';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { LastRequests } from '../activity/request-rows';
import { withErrorsFirst } from './errors-first';
import { t } from './texts';

const SHOWN = 8;
const MAX_ERRORS = 3;

export function LiveRequests() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const [opened] = useState(() => Date.now());
  const query = useQuery(trpc.request_logs.list.queryOptions({ limit: SHOWN }));
  const failed = useQuery(
    trpc.request_logs.list.queryOptions({
      status_class: ['4xx', '5xx'],
      created_after: new Date(opened - DAY_MS).toISOString(),
      limit: MAX_ERRORS,
    }),
  );
  useLiveReload({ after: 'request', queryKeys: [trpc.request_logs.list.pathKey()] });
  const isNew = ({ created_at: at }: { created_at: string }) => new Date(at).getTime() > opened;
  return (
    <Card
      title={t('liveRequests')}
      aside={<ConnectionTag />}
      actions={
        <Link to="/w/$ws/activity" params={{ ws }} className="overview-more">
          {t('openLogs')}
        </Link>
      }
      flush
    >
      <Content query={query} loading={<Loading rows={3} />}>
        {({ data }) => {
          if (data.length === 0) return <div className="overview-none dimmed">{t('noLive')}</div>;
          const { errors, latest } = withErrorsFirst(failed.data?.data ?? [], data, SHOWN);
          if (errors.length === 0) return <LastRequests rows={latest} isNew={isNew} />;
          return (
            <>
              <h3 className="overview-group">{t('recentErrors')}</h3>
              <LastRequests label={t('recentErrors')} rows={errors} isNew={isNew} />
              {latest.length > 0 && (
                <>
                  <h3 className="overview-group">{t('latest')}</h3>
                  <LastRequests rows={latest} isNew={isNew} />
                </>
              )}
            </>
          );
        }}
      </Content>
    </Card>
  );
}
