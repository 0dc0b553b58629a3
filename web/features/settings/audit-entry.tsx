import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../ui/detail/detail-list';
import { Sheet } from '../../ui/dialog/dialog';
import { formatMoment } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Time } from '../../ui/time';
import { changesOf } from './audit-changes';
import { actorName, objectName } from './audit-names';
import { t } from './texts';

type Entry = Outputs['audit_entries']['get'];

export function AuditEntrySheet({ id, onClose }: { id: string; onClose: () => void }) {
  const trpc = useTRPC();
  const query = useQuery(trpc.audit_entries.get.queryOptions({ audit_entry_id: id }, { staleTime: Infinity }));
  return (
    <Sheet title={query.data?.action ?? t('auditEntry')} size={720} onClose={onClose}>
      <Content query={query} what={t('auditEntry')} loading={<Loading rows={4} />}>
        {(entry) => <EntryDetails entry={entry} />}
      </Content>
    </Sheet>
  );
}

function EntryDetails({ entry }: { entry: Entry }) {
  const { id: ws } = useWorkspace();
  const { actor, target, ip, user_agent: agent, request_id: request, created_at: at } = entry;
  const only = (filter: { actor_id: string } | { target_id: string }, label: string) => (
    <Link to="/w/$ws/settings/audit" params={{ ws }} search={filter}>
      {label}
    </Link>
  );
  return (
    <div className="settings-stack">
      <DetailList>
        <Detail name={t('time')}>
          {formatMoment(at)} · <Time at={at} />
        </Detail>
        <Detail name={t('actor')}>
          {actorName(actor)} {actor.id && only({ actor_id: actor.id }, t('allByActor'))}
        </Detail>
        {target && (
          <Detail name={t('object')}>
            {objectName(entry)} <CopyId id={target.id} /> {only({ target_id: target.id }, t('allOfObject'))}
          </Detail>
        )}
        <Detail name={t('source')}>
          <span className="mono">{ip}</span> <span className="dimmed settings-agent">{agent}</span>
        </Detail>
        <Detail name={t('request')}>
          <Link to="/w/$ws/o/$id" params={{ ws, id: request }} className="mono">
            {request}
          </Link>
        </Detail>
        <Detail name={t('entry')}>
          <CopyId id={entry.id} whole />
        </Detail>
      </DetailList>
      <Changes entry={entry} />
      <CopyAsCode operation="audit_entries_get" input={{ audit_entry_id: entry.id }} />
    </div>
  );
}

function Changes({ entry }: { entry: Entry }) {
  const changes = changesOf(entry.changes);
  if (changes.length === 0) return <p className="dimmed">{t('noFields')}</p>;
  return (
    <table className="settings-diff" aria-label={t('changes')}>
      <thead>
        <tr>
          <th scope="col">{t('field')}</th>
          <th scope="col">{t('before')}</th>
          <th scope="col">{t('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row" className="mono">
              {field}
            </th>
            <td>{before === undefined ? <span className="dimmed">–</span> : <del className="mono">{before}</del>}</td>
            <td>{after === undefined ? <span className="dimmed">–</span> : <ins className="mono">{after}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
