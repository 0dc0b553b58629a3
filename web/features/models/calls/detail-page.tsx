import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';

import { ERRORS, type ErrorCode } from '../../../../shared/errors';
import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyId } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { Confirm } from '../../../ui/dialog/dialog';
import { formatDuration, formatMoment, formatNumber } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Note, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { ModelsFrame } from '../frame';
import { formatUsd } from '../money';
import { useKeyNames } from '../use-key-names';
import { COST_STATUSES, type ModelCall, OUTCOMES, SOURCES } from './labels';

const route = getRouteApi('/w/$ws/models/calls/$call');

export function ModelCallPage() {
  const { ws, call } = route.useParams();
  const trpc = useTRPC();
  const mayVoid = useCan()('workspace:write');
  const [isVoiding, setIsVoiding] = useState(false);
  const query = useQuery(trpc.ai.requests.get.queryOptions({ request_id: call }));
  const isOpen = query.data !== undefined && query.data.ended_at !== null && query.data.voided_at === null;
  return (
    <ModelsFrame
      title="Model call"
      aside={<CopyId id={call} />}
      actions={
        <>
          <CopyAsCode operation="ai_requests_get" input={{ request_id: call }} />
          {mayVoid && isOpen && (
            <Button variant="default" onClick={() => setIsVoiding(true)}>
              Void cost
            </Button>
          )}
        </>
      }
    >
      <Content
        query={query}
        what="call"
        loading={<Loading shape="text" />}
        actions={
          <Link to="/w/$ws/models/calls" params={{ ws }} className="copy-button">
            All calls
          </Link>
        }
      >
        {(of) => (
          <>
            <CallDetails of={of} />
            {isVoiding && <VoidCall of={of} onClose={() => setIsVoiding(false)} />}
          </>
        )}
      </Content>
    </ModelsFrame>
  );
}

function CallDetails({ of }: { of: ModelCall }) {
  const { id: ws } = useWorkspace();
  const { nameOf } = useKeyNames();
  const error = of.error_code !== null && of.error_code in ERRORS ? ERRORS[of.error_code as ErrorCode] : undefined;
  const { tone, word, text } = OUTCOMES[of.outcome];
  const isAlias = of.model_id !== null && of.model_id !== of.requested_model;
  return (
    <div className="models-stack">
      <Card
        title={<span className="mono models-break">{of.model_id ?? of.requested_model}</span>}
        aside={
          <Tag tone={tone} dot>
            {word}
          </Tag>
        }
      >
        <p className="models-text">{text}</p>
        {error && (
          <Note tone="error">
            <a className="mono" href={`/user/api/docs/errors#${of.error_code}`}>
              {of.error_code}
            </a>{' '}
            {error.title} {error.action}
          </Note>
        )}
        {of.voided_at !== null && (
          <Note>
            The cost was voided <Time at={of.voided_at} />. It counts in no budget and no usage.
          </Note>
        )}
        <DetailList>
          <Detail name="Began">
            <Time at={of.created_at} /> <span className="dimmed">{formatMoment(of.created_at)}</span>
          </Detail>
          <Detail name="Duration">{of.latency_ms === null ? 'Running' : formatDuration(of.latency_ms)}</Detail>
          <Detail name="First token">
            {of.first_token_ms === null ? <span className="dimmed">None</span> : formatDuration(of.first_token_ms)}
          </Detail>
          {isAlias && <Detail name="Asked for">{of.requested_model}</Detail>}
          <Detail name="Provider">{of.provider_slug ?? <span className="dimmed">None was called</span>}</Detail>
          <Detail name="Attempts">{formatNumber(of.attempts)}</Detail>
          <Detail name="Endpoint">
            <span className="mono">{of.endpoint}</span>
            {of.is_stream && ', as a stream'}
          </Detail>
          <Detail name="Made by">
            {of.key_id === null ? (
              SOURCES[of.source]
            ) : (
              <Link to="/w/$ws/keys/$key" params={{ ws, key: of.key_id }}>
                {nameOf(of.key_id)}
              </Link>
            )}
          </Detail>
          {of.source === 'api' && (
            <Detail name="Request">
              <Link to="/w/$ws/activity/$id" params={{ ws, id: of.id }}>
                View in Activity
              </Link>
            </Detail>
          )}
        </DetailList>
      </Card>
      <CostCard of={of} />
    </div>
  );
}

function CostCard({ of }: { of: ModelCall }) {
  const { price } = of;
  return (
    <Card title="Tokens and cost">
      <DetailList>
        <Detail name="Input">
          {formatNumber(of.prompt_tokens)} tokens
          {of.cached_tokens > 0 && `, ${formatNumber(of.cached_tokens)} of them cached`}
          {of.cache_write_tokens > 0 && `, ${formatNumber(of.cache_write_tokens)} of them written to the cache`}
        </Detail>
        {of.audio_seconds > 0 && <Detail name="Recording">{formatDuration(of.audio_seconds * 1000)}</Detail>}
        <Detail name="Output">
          {formatNumber(of.completion_tokens)} tokens
          {of.reasoning_tokens > 0 && `, ${formatNumber(of.reasoning_tokens)} of them reasoning`}
        </Detail>
        <Detail name="Cost">
          {formatUsd(of.cost_micro_usd)}{' '}
          {of.cost_status !== 'exact' && <Tag tone="warning">{COST_STATUSES[of.cost_status]}</Tag>}
        </Detail>
        {price && (
          <>
            <Detail name="Price">
              <span className="numbers">
                {perMillion(price.prompt)} per million input tokens, {perMillion(price.completion)} per million output
                tokens
                {price.input_cache_read !== null &&
                  `, ${perMillion(price.input_cache_read)} per million tokens read from the cache`}
                {price.input_cache_write !== null &&
                  `, ${perMillion(price.input_cache_write)} per million tokens written to the cache`}
                {price.audio_minute !== null && `, $${price.audio_minute} per minute of a recording`}
                {Number(price.request) > 0 && `, $${price.request} per call`}
              </span>
            </Detail>
            <Detail name="Price version">
              <span className="mono">{price.version}</span>
            </Detail>
          </>
        )}
      </DetailList>
    </Card>
  );
}

const dollars = new Intl.NumberFormat('en', { style: 'currency', currency: 'USD', maximumFractionDigits: 6 });
const perMillion = (perToken: string): string => dollars.format(Number(perToken) * 1_000_000);

function VoidCall({ of, onClose }: { of: ModelCall; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { request_id: of.id };
  const change = useMutation({
    mutationFn: () => client.ai.requests.void.mutate(input),
    onSuccess: () => toast('Cost voided'),
    onError: (error) => toastError(error, 'The cost was not voided'),
    onSettled: () => {
      onClose();
      return queryClient.invalidateQueries({ queryKey: trpc.ai.pathKey() });
    },
  });
  return (
    <Confirm
      title="Void the cost of this call?"
      action="Void cost"
      isPending={change.isPending}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      <p>
        {formatUsd(of.cost_micro_usd)} leave the usage and the budgets of the current period. The call and its tokens
        stay listed. This cannot be undone.
      </p>
      <CopyAsCode operation="ai_requests_void" input={input} />
    </Confirm>
  );
}
