import { Button } from '@mantine/core';

import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Detail, DetailList } from '../../ui/detail/detail-list';
import { formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { SurfaceTag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { surfacesOf } from './form/patterns';
import { SELECTORS } from './form/selectors';
import { useEventTypes } from './form/use-event-types';
import { isInbox, retryLabel, type Webhook } from './labels';

import './webhooks.css';

export function WebhookSettings({ of, onEdit }: { of: Webhook; onEdit?: () => void }) {
  return (
    <Card
      title="Settings"
      actions={
        <>
          <CopyAsCode operation="webhooks_update" input={{ webhook_id: of.id, url: of.url, events: of.events }} />
          {onEdit && (
            <Button size="xs" variant="default" onClick={onEdit}>
              Change
            </Button>
          )}
        </>
      }
    >
      <WebhookSettingsList of={of} />
    </Card>
  );
}

const NONE = <span className="dimmed">None</span>;

export function WebhookSettingsList({ of, isShort = false }: { of: Webhook; isShort?: boolean }) {
  const types = useEventTypes();
  const selectors = SELECTORS.filter(({ name }) => of.selectors?.[name]);
  return (
    <DetailList>
      <dt>URL</dt>
      <dd className="mono">{of.url}</dd>
      <dt>Events</dt>
      <dd>
        <span className="webhooks-events">
          {of.events.length === 0 && <span className="dimmed">Only those addressed to it</span>}
          {of.events.map((pattern) => (
            <span key={pattern} className="mono">
              {pattern}
            </span>
          ))}
          {surfacesOf(of.events, types ?? []).map((surface) => (
            <SurfaceTag key={surface} surface={surface} />
          ))}
        </span>
      </dd>
      {selectors.map(({ name, label }) => (
        <Detail key={name} name={label}>
          <span className="mono">{of.selectors?.[name]?.join(', ')}</span>
        </Detail>
      ))}
      <dt>Retries</dt>
      <dd>{retryLabel(of.retry)}</dd>
      <dt>Timeout</dt>
      <dd>{of.timeout_seconds} s</dd>
      {!isShort && <Rest of={of} />}
      <dt>Made</dt>
      <dd>
        <Time at={of.created_at} /> by {'key_id' in of.created_by ? 'a key' : 'a person'}, after event{' '}
        {formatNumber(of.created_sequence)}
      </dd>
    </DetailList>
  );
}

function Rest({ of }: { of: Webhook }) {
  const headers = Object.keys(of.headers);
  const metadata = Object.entries(of.metadata);
  return (
    <>
      <Detail name="At a time">{formatNumber(of.max_in_flight)} requests</Detail>
      <Detail name="A second">
        {of.rate_limit_per_second === null ? 'No limit' : `${formatNumber(of.rate_limit_per_second)} requests`}
      </Detail>
      <Detail name="Headers">
        {headers.length === 0 ? (
          NONE
        ) : (
          <span className="mono">{headers.map((name) => `${name}: ••••`).join(', ')}</span>
        )}
      </Detail>
      <Detail name="Receiver">{isInbox(of.url) ? 'The built-in inbox' : of.receiver.kind}</Detail>
      <Detail name="Made by tool">{of.source}</Detail>
      <Detail name="Expires">
        <Time at={of.expires_at} />
      </Detail>
      <Detail name="Description">{of.description ?? NONE}</Detail>
      <Detail name="Metadata">
        {metadata.length === 0 ? (
          NONE
        ) : (
          <span className="mono">{metadata.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        )}
      </Detail>
      <Detail name="Changed">
        <Time at={of.updated_at} />
      </Detail>
    </>
  );
}
