import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { useLiveReload } from '../../../ui/live/use-live-reload';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note, Tag } from '../../../ui/tag';
import { t } from './texts';

export function FirstCall({ keyId }: { keyId: string }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const mayRead = useCan()('usage:read');
  const query = useQuery(
    trpc.request_logs.list.queryOptions({ key_id: keyId, limit: 1 }, { enabled: mayRead, staleTime: 0 }),
  );
  useLiveReload({ after: 'request', queryKeys: [trpc.request_logs.list.pathKey()] });
  const last = query.data?.data[0];
  return (
    <div aria-live="polite" className="connect-wait">
      {last ? (
        <Note tone={last.status < 400 ? 'success' : 'error'}>
          {t.rich('firstCall', {
            call: () => (
              <>
                {last.method} <span className="mono">{last.path}</span>
              </>
            ),
            status: String(last.status),
          })}{' '}
          {last.status >= 400 && last.code !== null && (
            <a href={`/user/api/docs/errors#${last.code}`} target="_blank" rel="noreferrer">
              {t('whatCodeMeans', { code: last.code })}
            </a>
          )}{' '}
          <Link to="/w/$ws/activity/$id" params={{ ws, id: last.id }} target="_blank">
            {t('view')}
          </Link>
        </Note>
      ) : (
        <Tag dot>{t('waitingForCall')}</Tag>
      )}
    </div>
  );
}
