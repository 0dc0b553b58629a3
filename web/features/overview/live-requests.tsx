import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useTRPC } from '../../trpc';
import { ConnectionTag } from '../../ui/live/connection-tag';
import { useLiveReload } from '../../ui/live/use-live-reload';
import { Card } from '../../ui/page';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { LastRequests } from '../activity/request-rows';

const SHOWN = 8;

export function LiveRequests() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const [opened] = useState(() => Date.now());
  const query = useQuery(trpc.request_logs.list.queryOptions({ limit: SHOWN }));
  useLiveReload({ after: 'request', queryKeys: [trpc.request_logs.list.pathKey()] });
  return (
    <Card
      title="Live requests"
      aside={<ConnectionTag />}
      actions={
        <Link to="/w/$ws/activity" params={{ ws }} className="overview-more">
          Open activity
        </Link>
      }
      flush
    >
      <Content query={query} loading={<Loading rows={3} />}>
        {({ data }) =>
          data.length === 0 ? (
            <div className="overview-none dimmed">Calls with a key appear here as they are answered.</div>
          ) : (
            <LastRequests rows={data} isNew={({ created_at: at }) => new Date(at).getTime() > opened} />
          )
        }
      </Content>
    </Card>
  );
}
