import { Button } from '@mantine/core';
import type { ReactNode } from 'react';

import { CopyAsCode } from '../../ui/code/copy-as-code';
import { formatNumber } from '../../ui/format';
import { Card } from '../../ui/page';
import { SurfaceTag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { surfacesOf } from './patterns';
import { SELECTORS } from './selectors';
import { useEventTypes } from './use-event-types';
import { isInbox, retryWords, type Webhook } from './words';

import './webhooks.css';

/** Everything that it was set to. */
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

/** In short: only what most people look for. */
export function SettingsFacts({ of, isShort = false }: { of: Webhook; isShort?: boolean }) {
  const types = useEventTypes();
  const selectors = SELECTORS.filter(({ name }) => of.selectors?.[name]);
  return (
    <dl className="webhooks-facts">
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
        <Fact key={name} label={label}>
          <span className="mono">{of.selectors?.[name]?.join(', ')}</span>
        </Fact>
      ))}
      <dt>Retries</dt>
      <dd>{retryWords(of.retry)}</dd>
      <dt>Timeout</dt>
      <dd>{of.timeout_seconds} s</dd>
      {!isShort && <Rest of={of} />}
      <dt>Made</dt>
      <dd>
        <Time at={of.created_at} /> by {'key_id' in of.created_by ? 'a key' : 'a person'}, after event{' '}
        {formatNumber(of.created_sequence)}
      </dd>
    </dl>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Rest({ of }: { of: Webhook }) {
  const headers = Object.keys(of.headers);
  const metadata = Object.entries(of.metadata);
  return (
    <>
      <Fact label="At a time">{formatNumber(of.max_in_flight)} requests</Fact>
      <Fact label="A second">
        {of.rate_limit_per_second === null ? 'No limit' : `${formatNumber(of.rate_limit_per_second)} requests`}
      </Fact>
      <Fact label="Headers">
        {headers.length === 0 ? (
          NONE
        ) : (
          <span className="mono">{headers.map((name) => `${name}: ••••`).join(', ')}</span>
        )}
      </Fact>
      <Fact label="Receiver">{isInbox(of.url) ? 'The built-in inbox' : of.receiver.kind}</Fact>
      <Fact label="Made by tool">{of.source}</Fact>
      <Fact label="Expires">
        <Time at={of.expires_at} />
      </Fact>
      <Fact label="Description">{of.description ?? NONE}</Fact>
      <Fact label="Metadata">
        {metadata.length === 0 ? (
          NONE
        ) : (
          <span className="mono">{metadata.map(([name, value]) => `${name}: ${value}`).join(', ')}</span>
        )}
      </Fact>
      <Fact label="Changed">
        <Time at={of.updated_at} />
      </Fact>
    </>
  );
}
