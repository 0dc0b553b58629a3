import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../../ui/detail/detail-list';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { SurfaceTag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { surfacesOf } from '../form/patterns';
import { retryLabel } from '../form/retry';
import { SELECTORS } from '../form/selectors';
import { useEventTypes } from '../form/use-event-types';
import { RECEIVERS } from '../health/receivers';
import type { Webhook } from '../labels';
import { t } from './texts';

import '../webhooks.css';

export function WebhookSettings({ of, onEdit }: { of: Webhook; onEdit?: () => void }) {
  return (
    <Card
      title={t('settings')}
      actions={
        <>
          <CopyAsCode operation="webhooks_update" input={{ webhook_id: of.id, url: of.url, events: of.events }} />
          {onEdit && (
            <Button size="xs" variant="default" onClick={onEdit}>
              {t('edit')}
            </Button>
          )}
        </>
      }
    >
      <DetailList>
        <Detail name={t('url')}>
          <span className="mono">{of.url}</span>
        </Detail>
        <Detail name={t('events')}>
          <Events of={of} />
        </Detail>
        {SELECTORS.filter(({ name }) => of.selectors?.[name]).map(({ name, label }) => (
          <Detail key={name} name={label()}>
            <span className="mono">{of.selectors?.[name]?.join(', ')}</span>
          </Detail>
        ))}
        <Sending of={of} />
        <About of={of} />
      </DetailList>
    </Card>
  );
}

function Events({ of }: { of: Webhook }) {
  const types = useEventTypes();
  return (
    <span className="webhooks-events">
      {of.events.length === 0 && <span className="dimmed">{t('addressedOnly')}</span>}
      {of.events.map((pattern) => (
        <span key={pattern} className="mono">
          {pattern}
        </span>
      ))}
      {surfacesOf(of.events, types ?? []).map((surface) => (
        <SurfaceTag key={surface} surface={surface} />
      ))}
    </span>
  );
}

function Sending({ of }: { of: Webhook }) {
  const headers = Object.keys(of.headers);
  const { rate_limit_per_second: limit } = of;
  return (
    <>
      <Detail name={t('retries')}>{retryLabel(of.retry)}</Detail>
      <Detail name={t('timeout')}>{t('seconds', { count: of.timeout_seconds })}</Detail>
      <Detail name={t('concurrency')}>{t('parallelRequests', { count: of.max_in_flight })}</Detail>
      <Detail name={t('rateLimit')}>{limit === null ? t('noLimit') : t('perSecond', { count: limit })}</Detail>
      <Detail name={t('headers')}>
        {headers.length === 0 ? (
          <None />
        ) : (
          <span className="mono">{headers.map((name) => `${name}: ••••`).join(', ')}</span>
        )}
      </Detail>
      <Detail name={t('expires')}>
        <Time at={of.expires_at} />
      </Detail>
    </>
  );
}

function About({ of }: { of: Webhook }) {
  const metadata = Object.entries(of.metadata);
  return (
    <>
      <Detail name={t('receiver')}>{RECEIVERS[of.receiver.kind] || t('custom')}</Detail>
      <Detail name={t('description')}>{of.description ?? <None />}</Detail>
      <Detail name={t('metadata')}>
        {metadata.length === 0 ? (
          <None />
        ) : (
          <span className="mono">{metadata.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        )}
      </Detail>
      <Detail name={t('created')}>
        {t.rich('createdByUser', {
          time: () => <Time at={of.created_at} />,
          name: () => <Creator by={of.created_by} />,
        })}
      </Detail>
      <Detail name={t('updated')}>
        <Time at={of.updated_at} />
      </Detail>
    </>
  );
}

function Creator({ by }: { by: Webhook['created_by'] }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const userId = 'user_id' in by ? by.user_id : undefined;
  const members = useQuery(trpc.members.list.queryOptions({ limit: 100 }, { enabled: userId !== undefined }));
  if ('key_id' in by) {
    return (
      <Link to="/w/$ws/keys/$key" params={{ ws, key: by.key_id }}>
        {t('aKey')}
      </Link>
    );
  }
  return members.data?.data.find(({ user_id: id }) => id === userId)?.name ?? t('aMember');
}

const None = () => <span className="dimmed">{t('none')}</span>;
