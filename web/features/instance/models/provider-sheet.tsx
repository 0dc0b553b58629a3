import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { account, queryClient } from '../../../trpc';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { Sheet } from '../../../ui/dialog/dialog';
import { useCountdown } from '../../../ui/form/use-countdown';
import { formatCount, formatDuration, formatNumber } from '../../../ui/format';
import { retryAfterOf } from '../../../ui/problem';
import { Note, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { LOCATIONS } from '../../models/labels';
import { CheckResult } from './provider-check';
import { statusOf, workspacesOf, type Provider } from './provider-labels';

interface ProviderSheetProps {
  of: Provider;
  isNew: boolean;
  onEdit: () => void;
  onDelete: () => void;
  onClose: () => void;
}

export function ProviderSheet({ of, isNew, onEdit, onDelete, onClose }: ProviderSheetProps) {
  const [wait, setWait] = useCountdown();
  const check = useMutation(
    account.models.providers.check.mutationOptions({ onError: (error) => toastError(error, 'It was not asked') }),
  );
  const refresh = useMutation(
    account.models.providers.refresh.mutationOptions({
      onSuccess: ({ name, models, error_code: code }) =>
        code === null
          ? toast(`${name} lists ${formatCount(models, 'model')}`)
          : toast(`${name} gave no list`, { tone: 'warning' }),
      onError: (error) => {
        setWait(retryAfterOf(error) ?? 0);
        toastError(error, 'The list was not read');
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: account.models.providers.pathKey() }),
    }),
  );
  const { mutate } = check;
  useEffect(() => {
    if (isNew) mutate({ slug: of.slug });
  }, [isNew, mutate, of.slug]);
  const isOwn = of.source === 'console';

  return (
    <Sheet title={of.name} size={720} onClose={onClose}>
      <div className="instance-provider">
        {of.detail && !check.data && (
          <Note tone={of.status === 'down' ? 'error' : 'warning'}>
            {of.detail}{' '}
            {of.failing_since && (
              <span className="dimmed">
                Since <Time at={of.failing_since} />
              </span>
            )}
          </Note>
        )}
        <div className="page-actions">
          <Button data-autofocus loading={check.isPending} onClick={() => check.mutate({ slug: of.slug })}>
            Check
          </Button>
          {of.enabled && of.discover && of.source !== 'built_in' && (
            <Button
              variant="default"
              loading={refresh.isPending}
              disabled={wait > 0}
              onClick={() => refresh.mutate({ slug: of.slug })}
            >
              {wait > 0 ? `Wait ${wait} s` : 'Read its list now'}
            </Button>
          )}
          {isOwn && (
            <>
              <Button variant="default" onClick={onEdit}>
                Change
              </Button>
              <Button variant="subtle" color="red" onClick={onDelete}>
                Delete
              </Button>
            </>
          )}
        </div>
        {check.data && <CheckResult check={check.data} />}
        <ProviderFacts of={of} />
        {of.source === 'configuration' && (
          <Note tone="neutral">
            It stands in the configuration of the server, <code>AI_PROVIDERS</code> or its file, and is changed there.
          </Note>
        )}
        {of.source === 'built_in' && (
          <Note tone="neutral">
            Built in, to try the API without a provider. <code>AI_SANDBOX</code> turns it off.
          </Note>
        )}
      </div>
    </Sheet>
  );
}

function ProviderFacts({ of }: { of: Provider }) {
  const { tone, word } = statusOf(of);
  const facts: [string, ReactNode][] = [
    [
      'Status',
      <Tag key="status" tone={tone} dot>
        {word}
      </Tag>,
    ],
    [
      'Slug',
      <span key="slug" className="mono">
        {of.slug}
      </span>,
    ],
    ['Base URL', of.base_url ? <span className="mono">{of.base_url}</span> : 'None'],
    ...(of.url_used && of.fetched_at
      ? [
          [
            'List read from',
            <span key="url" className="mono">
              {of.url_used}
            </span>,
          ] satisfies [string, ReactNode],
        ]
      : []),
    ['API key', of.key_hint === null ? 'None' : <span className="mono">…{of.key_hint}</span>],
    ['Headers', of.header_names.length === 0 ? 'None' : <span className="mono">{of.header_names.join(', ')}</span>],
    ['Models', `${formatNumber(of.models)}${of.dropped > 0 ? `, ${formatNumber(of.dropped)} left out` : ''}`],
    ['Last list', <Time key="fetched" at={of.fetched_at} />],
    ...(of.next_at ? [['Asked again', <Time key="next" at={of.next_at} />] satisfies [string, ReactNode]] : []),
    ['Workspaces', workspacesOf(of)],
    ['Runs', LOCATIONS[of.location]],
    ['Limits', `${formatDuration(of.timeout_ms)} for the list, ${formatCount(of.max_concurrency, 'request')} at once`],
  ];
  return (
    <DetailList>
      {facts.map(([name, value]) => (
        <Detail key={name} name={name}>
          {value}
        </Detail>
      ))}
    </DetailList>
  );
}
