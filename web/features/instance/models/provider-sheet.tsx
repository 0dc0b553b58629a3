import { Button } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';

import { account, queryClient } from '../../../trpc';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { Sheet } from '../../../ui/dialog/dialog';
import { useCountdown } from '../../../ui/form/use-countdown';
import { formatDuration, formatNumber } from '../../../ui/format';
import { MoreMenu } from '../../../ui/menu/lazy-more-menu';
import { retryAfterOf } from '../../../ui/problem';
import { Note, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { CheckResult } from './provider-check';
import { statusOf, workspacesOf, type Provider } from './provider-labels';
import { t } from './texts';

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
    account.models.providers.check.mutationOptions({ onError: (error) => toastError(error, t('notTested')) }),
  );
  const refresh = useMutation(
    account.models.providers.refresh.mutationOptions({
      onSuccess: ({ name, models, error_code: code }) =>
        code === null
          ? toast(t('synced', { name, count: models }))
          : toast(t('notSynced', { name }), { tone: 'warning' }),
      onError: (error) => {
        setWait(retryAfterOf(error) ?? 0);
        toastError(error, t('syncFailed'));
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
              <span className="dimmed">{t.rich('failingSince', { time: () => <Time at={of.failing_since} /> })}</span>
            )}
          </Note>
        )}
        <div className="page-actions">
          <Button data-autofocus loading={check.isPending} onClick={() => check.mutate({ slug: of.slug })}>
            {t('test')}
          </Button>
          {of.enabled && of.discover && of.source !== 'built_in' && (
            <Button
              variant="default"
              loading={refresh.isPending}
              disabled={wait > 0}
              onClick={() => refresh.mutate({ slug: of.slug })}
            >
              {wait > 0 ? t('waitSeconds', { seconds: wait }) : t('sync')}
            </Button>
          )}
          {isOwn && (
            <>
              <Button variant="default" onClick={onEdit}>
                {t('edit')}
              </Button>
              <MoreMenu
                actions={[{ label: t('deleteProvider'), icon: IconTrash, isDangerous: true, onClick: onDelete }]}
              />
            </>
          )}
        </div>
        {check.data && <CheckResult check={check.data} />}
        <ProviderFacts of={of} />
        {of.source === 'configuration' && (
          <Note tone="neutral">{t.rich('fromConfiguration', { code: (text) => <code>{text}</code> })}</Note>
        )}
        {of.source === 'built_in' && (
          <Note tone="neutral">{t.rich('builtIn', { code: (text) => <code>{text}</code> })}</Note>
        )}
      </div>
    </Sheet>
  );
}

function ProviderFacts({ of }: { of: Provider }) {
  const { tone, word } = statusOf(of);
  const facts: [string, ReactNode][] = [
    [
      t('status'),
      <Tag key="status" tone={tone} dot>
        {word}
      </Tag>,
    ],
    [
      t('slug'),
      <span key="slug" className="mono">
        {of.slug}
      </span>,
    ],
    [t('baseUrl'), of.base_url ? <span className="mono">{of.base_url}</span> : t('none')],
    ...(of.url_used && of.fetched_at
      ? [
          [
            t('syncedFrom'),
            <span key="url" className="mono">
              {of.url_used}
            </span>,
          ] satisfies [string, ReactNode],
        ]
      : []),
    [t('apiKey'), of.key_hint === null ? t('none') : <span className="mono">…{of.key_hint}</span>],
    [
      t('headers'),
      of.header_names.length === 0 ? t('none') : <span className="mono">{of.header_names.join(', ')}</span>,
    ],
    [
      t('models'),
      of.dropped > 0 ? t('modelsAndSkipped', { models: of.models, skipped: of.dropped }) : formatNumber(of.models),
    ],
    [t('lastSync'), <Time key="fetched" at={of.fetched_at} />],
    ...(of.next_at ? [[t('nextSync'), <Time key="next" at={of.next_at} />] satisfies [string, ReactNode]] : []),
    [t('workspaces'), workspacesOf(of)],
    [t('location'), t(of.location)],
    [t('limits'), t('limitsOf', { timeout: formatDuration(of.timeout_ms), count: of.max_concurrency })],
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
