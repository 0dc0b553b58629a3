import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC, type Outputs } from '../../../../trpc';
import { CodeBlock } from '../../../../ui/code/code-block';
import { CopyId } from '../../../../ui/code/copy';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { InlineCode } from '../../../../ui/code/inline-code';
import { Detail, DetailList } from '../../../../ui/detail/detail-list';
import { DetailSheet } from '../../../../ui/detail/detail-sheet';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { formatDuration, formatMoment } from '../../../../ui/format';
import { formatBytes } from '../../../../ui/format-bytes';
import { useCan, useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { toast, toastError } from '../../../../ui/toast/toast';
import { STATUSES } from '../../publications/labels';
import { StateTag } from '../../state-tag';
import { reasonText, REQUEST_STATUSES, stageName } from '../labels';
import { t } from './texts';

type InboundRequest = Outputs['automation']['inbound_requests']['get'];

interface RequestSheetProps {
  id: string;
  ids: readonly string[];
  onOpen: (id: string) => void;
  onClose: () => void;
}

export function RequestSheet({ id, ids, onOpen, onClose }: RequestSheetProps) {
  const trpc = useTRPC();
  const query = useQuery(trpc.automation.inbound_requests.get.queryOptions({ request_id: id }));
  return (
    <DetailSheet title={t('request')} id={id} ids={ids} onOpen={onOpen} onClose={onClose}>
      <Content query={query} what={t('requestNoun')} loading={<Loading shape="form" />}>
        {(request) => (
          <div className="automation-stack">
            <Outcome of={request} />
            <RequestFacts of={request} />
            <Replay of={request} onOpen={onOpen} />
            <Came of={request} />
          </div>
        )}
      </Content>
    </DetailSheet>
  );
}

function Outcome({ of }: { of: InboundRequest }) {
  const { id: ws } = useWorkspace();
  const { reason, stage, error, publications } = of;
  const isBad = of.status === 'rejected' || of.status === 'failed';
  return (
    <>
      <div className="page-title">
        <StateTag of={REQUEST_STATUSES[of.status]} />
        <CopyId id={of.id} />
        <CopyAsCode operation="automation_inbound_requests_get" input={{ request_id: of.id }} />
      </div>
      {reason !== null && (
        <Note tone={isBad ? 'error' : 'info'}>
          {stage !== null && <strong>{stageName(stage)}: </strong>}
          {reasonText(reason)}
          {error !== null && (
            <div className="automation-small">
              {error.path && !error.message.includes(error.path) && (
                <>
                  <code>{error.path}</code> ·{' '}
                </>
              )}
              <InlineCode text={error.message} />
              {error.line !== null && ` (${t('position', { line: error.line, column: error.col ?? 1 })})`}
            </div>
          )}
        </Note>
      )}
      {publications.length > 0 && (
        <ul className="automation-plain">
          {publications.map(({ id, status }) => (
            <li key={id}>
              <Link to="/w/$ws/automation/publications/$publication" params={{ ws, publication: id }} className="mono">
                {id}
              </Link>{' '}
              <span className="dimmed">{STATUSES[status].label}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function RequestFacts({ of }: { of: InboundRequest }) {
  const { id: ws } = useWorkspace();
  const other = of.duplicate_of ?? of.replay_of;
  return (
    <DetailList>
      <Detail name={t('received')}>{formatMoment(of.created_at)}</Detail>
      <Detail name={t('sender')}>
        {of.ip}
        {of.user_agent !== '' && <span className="dimmed"> · {of.user_agent}</span>}
      </Detail>
      <Detail name={t('method')}>
        <span className="mono">
          {of.method} {of.content_type ?? ''}
        </span>
      </Detail>
      {of.size > 0 && <Detail name={t('size')}>{formatBytes(of.size)}</Detail>}
      <Detail name={t('duration')}>{formatDuration(of.duration_ms)}</Detail>
      <Detail name={t('version')}>{of.endpoint_version}</Detail>
      {of.dedupe_key !== null && (
        <Detail name={t('deliveryId')}>
          <span className="mono">{of.dedupe_key}</span>
        </Detail>
      )}
      {other !== null && (
        <Detail name={t(of.duplicate_of === null ? 'replayOf' : 'duplicateOf')}>
          <Link to="/w/$ws/o/$id" params={{ ws, id: other }} className="mono">
            {other}
          </Link>
        </Detail>
      )}
    </DetailList>
  );
}

const VERSIONS = ['current', 'original'] as const;

function Replay({ of, onOpen }: { of: InboundRequest; onOpen: (id: string) => void }) {
  const trpc = useTRPC();
  const once = useSendOnce();
  const mayWrite = useCan()('automation.endpoints:write');
  const [version, setVersion] = useState<'current' | 'original'>('current');
  const replay = useMutation(
    trpc.automation.inbound_requests.replay.mutationOptions({
      trpc: { context: once.context },
      onSuccess: ({ id }) => {
        once.renew();
        toast(t('replayed'));
        onOpen(id);
      },
      onError: (error) => toastError(error, t('oneNotReplayed')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_requests.pathKey() }),
    }),
  );
  if (!mayWrite || of.body_sha256 === null) return null;
  return (
    <div className="page-actions">
      <Button
        size="xs"
        variant="default"
        loading={replay.isPending}
        onClick={() => replay.mutate({ request_id: of.id, version })}
      >
        {t('replayOne')}
      </Button>
      <NativeSelect
        size="xs"
        aria-label={t('replayMapping')}
        data={VERSIONS.map((value) => ({ value, label: t(`mapping_${value}`) }))}
        value={version}
        onChange={(event) => {
          setVersion(event.currentTarget.value === 'original' ? 'original' : 'current');
          once.renew();
        }}
      />
      <CopyAsCode operation="automation_inbound_requests_replay" input={{ request_id: of.id, version }} />
    </div>
  );
}

function Came({ of }: { of: InboundRequest }) {
  return (
    <>
      {Object.keys(of.headers).length > 0 && (
        <section>
          <h3 className="pub-heading">{t('headers')}</h3>
          <CodeBlock code={JSON.stringify(of.headers, null, 2)} language="json" label={t('headers')} />
        </section>
      )}
      {Object.keys(of.query).length > 0 && (
        <section>
          <h3 className="pub-heading">{t('query')}</h3>
          <CodeBlock code={JSON.stringify(of.query, null, 2)} language="json" label={t('query')} />
        </section>
      )}
      <section>
        <h3 className="pub-heading">{t('body')}</h3>
        {of.body_truncated ? (
          <p className="dimmed">{t('bodyTooLarge')}</p>
        ) : of.body === null || of.body === undefined ? (
          <p className="dimmed">{t('bodyGone')}</p>
        ) : (
          <CodeBlock
            code={typeof of.body === 'string' ? of.body : JSON.stringify(of.body, null, 2)}
            language={typeof of.body === 'string' ? 'text' : 'json'}
            label={t('body')}
          />
        )}
      </section>
      {of.files.length > 0 && (
        <section>
          <h3 className="pub-heading">{t('files')}</h3>
          <ul className="automation-plain">
            {of.files.map(({ field, filename, content_type: type, size, media_id: id }) => (
              <li key={`${field} ${filename ?? ''} ${id ?? ''}`}>
                {filename ?? field} <span className="dimmed">{`${type}, ${formatBytes(size)}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
