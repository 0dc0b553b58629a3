import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC, type Outputs } from '../../../../trpc';
import { CodeBlock } from '../../../../ui/code/code-block';
import { CopyId } from '../../../../ui/code/copy';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../../../ui/detail/detail-list';
import { DetailSheet } from '../../../../ui/detail/detail-sheet';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { formatMoment, formatNumber } from '../../../../ui/format';
import { useCan, useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { Content } from '../../../../ui/states/states';
import { Note } from '../../../../ui/tag';
import { toast, toastError } from '../../../../ui/toast/toast';
import { STATUSES } from '../../publications/labels';
import { StateTag } from '../../state-tag';
import { REASONS, REQUEST_STATUSES, STAGES } from '../labels';

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
    <DetailSheet title="Inbound request" id={id} ids={ids} onOpen={onOpen} onClose={onClose}>
      <Content query={query} what="request" loading={<Loading shape="form" />}>
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
        <CopyAsCode operation="automation_inbound_requests_get" input={{ request_id: of.id }} isSmall />
      </div>
      {reason !== null && (
        <Note tone={isBad ? 'error' : 'info'}>
          {stage !== null && <strong>{STAGES[stage]}: </strong>}
          {REASONS[reason]}
          {error !== null && (
            <div className="mono automation-small">
              {[error.path, error.message, error.line === null ? null : `line ${error.line}, column ${error.col ?? 1}`]
                .filter((part) => part !== null && part !== '')
                .join(' · ')}
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
      <Detail name="Came">{formatMoment(of.created_at)}</Detail>
      <Detail name="From">
        {of.ip}
        {of.user_agent !== '' && <span className="dimmed"> · {of.user_agent}</span>}
      </Detail>
      <Detail name="Request">
        <span className="mono">
          {of.method} {of.content_type ?? ''}
        </span>
        , {of.size > 0 && `${formatNumber(of.size)} bytes, `}
        {of.duration_ms} ms
      </Detail>
      <Detail name="Version">{of.endpoint_version}</Detail>
      {of.dedupe_key !== null && (
        <Detail name="Repeat by">
          <span className="mono">{of.dedupe_key}</span>
        </Detail>
      )}
      {other !== null && (
        <Detail name={of.duplicate_of === null ? 'Replay of' : 'Repeats'}>
          <Link to="/w/$ws/o/$id" params={{ ws, id: other }} className="mono">
            {other}
          </Link>
        </Detail>
      )}
    </DetailList>
  );
}

const VERSIONS = [
  { value: 'current', label: 'with the mapping of now' },
  { value: 'original', label: 'with the mapping of then' },
];

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
        toast('Replayed');
        onOpen(id);
      },
      onError: (error) => toastError(error, 'It was not replayed'),
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
        Replay
      </Button>
      <NativeSelect
        size="xs"
        aria-label="Mapping of the replay"
        data={VERSIONS}
        value={version}
        onChange={(event) => {
          setVersion(event.currentTarget.value === 'original' ? 'original' : 'current');
          once.renew();
        }}
      />
      <CopyAsCode operation="automation_inbound_requests_replay" input={{ request_id: of.id, version }} isSmall />
    </div>
  );
}

function Came({ of }: { of: InboundRequest }) {
  return (
    <>
      {Object.keys(of.headers).length > 0 && (
        <section>
          <h3 className="pub-heading">Headers</h3>
          <CodeBlock code={JSON.stringify(of.headers, null, 2)} language="json" label="Headers" />
        </section>
      )}
      {Object.keys(of.query).length > 0 && (
        <section>
          <h3 className="pub-heading">Query</h3>
          <CodeBlock code={JSON.stringify(of.query, null, 2)} language="json" label="Query" />
        </section>
      )}
      <section>
        <h3 className="pub-heading">Body</h3>
        {of.body_truncated ? (
          <p className="dimmed">More than 64 KiB: it is kept for replays, and not shown.</p>
        ) : of.body === null || of.body === undefined ? (
          <p className="dimmed">Not kept, or no longer.</p>
        ) : (
          <CodeBlock
            code={typeof of.body === 'string' ? of.body : JSON.stringify(of.body, null, 2)}
            language={typeof of.body === 'string' ? 'text' : 'json'}
            label="Body"
          />
        )}
      </section>
      {of.files.length > 0 && (
        <section>
          <h3 className="pub-heading">Files</h3>
          <ul className="automation-plain">
            {of.files.map(({ field, filename, content_type: type, size, media_id: id }) => (
              <li key={`${field} ${filename ?? ''} ${id ?? ''}`}>
                {filename ?? field} <span className="dimmed">{`${type}, ${size} bytes`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
