import { Button } from '@mantine/core';

import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Fact, Facts } from '../../ui/facts';
import { formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { SurfaceTag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { isInbox, retryLabel, type Webhook } from './labels';
import { surfacesOf } from './patterns';
import { SELECTORS } from './selectors';
import { useEventTypes } from './use-event-types';

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
      <SettingsFacts of={of} />
    </Card>
  );
}

const NONE = <span className="dimmed">None</span>;

export function SettingsFacts({ of, isShort = false }: { of: Webhook; isShort?: boolean }) {
  const types = useEventTypes();
  const selectors = SELECTORS.filter(({ name }) => of.selectors?.[name]);
  return (
    <Facts>
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
        <Fact key={name} name={label}>
          <span className="mono">{of.selectors?.[name]?.join(', ')}</span>
        </Fact>
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
    </Facts>
  );
}

function Rest({ of }: { of: Webhook }) {
  const headers = Object.keys(of.headers);
  const metadata = Object.entries(of.metadata);
  return (
    <>
      <Fact name="At a time">{formatNumber(of.max_in_flight)} requests</Fact>
      <Fact name="A second">
        {of.rate_limit_per_second === null ? 'No limit' : `${formatNumber(of.rate_limit_per_second)} requests`}
      </Fact>
      <Fact name="Headers">
        {headers.length === 0 ? (
          NONE
        ) : (
          <span className="mono">{headers.map((name) => `${name}: ••••`).join(', ')}</span>
        )}
      </Fact>
      <Fact name="Receiver">{isInbox(of.url) ? 'The built-in inbox' : of.receiver.kind}</Fact>
      <Fact name="Made by tool">{of.source}</Fact>
      <Fact name="Expires">
        <Time at={of.expires_at} />
      </Fact>
      <Fact name="Description">{of.description ?? NONE}</Fact>
      <Fact name="Metadata">
        {metadata.length === 0 ? (
          NONE
        ) : (
          <span className="mono">{metadata.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        )}
      </Fact>
      <Fact name="Changed">
        <Time at={of.updated_at} />
      </Fact>
    </>
  );
}
