import { Button, NativeSelect } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import type { Outputs } from '../../trpc';
import { useTRPC } from '../../trpc';
import { CodeBlock } from '../../ui/code/code-block';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { useCountdown } from '../../ui/form/use-countdown';
import { formatDuration } from '../../ui/format';
import { Card } from '../../ui/page';
import { retryAfterOf, errorText } from '../../ui/problem';
import { Note, Tag } from '../../ui/tag';
import { failureText } from './failure';
import { useEventTypes } from './form/use-event-types';
import type { Webhook } from './labels';

import './webhooks.css';

type Result = Outputs['webhooks']['test'];
type EventType = Result['delivery']['event_type'];
const TEST: EventType = 'webhook.tested';

export function TestPanel({ of }: { of: Webhook }) {
  const trpc = useTRPC();
  const types = useEventTypes();
  const [type, setType] = useState<EventType>(TEST);
  const [wait, setWait] = useCountdown();
  const test = useMutation(
    trpc.webhooks.test.mutationOptions({ onError: (error) => setWait(retryAfterOf(error) ?? 0) }),
  );
  const input = { webhook_id: of.id, event_type: type };
  const names = [TEST, ...(types ?? []).map((one) => one.type).filter((one) => one !== TEST)];

  return (
    <Card title="Send a test" actions={<CopyAsCode operation="webhooks_test" input={() => input} />}>
      <div className="webhooks-test">
        <p className="dimmed webhooks-hint">
          One signed request with the example of a type, in every state of the webhook. Its health does not hear of it.
        </p>
        <div className="webhooks-test-row">
          <NativeSelect
            aria-label="Event type"
            data={names}
            value={type}
            onChange={(event) => setType(event.currentTarget.value)}
          />
          <Button
            loading={test.isPending}
            disabled={wait > 0}
            onClick={() => test.mutate(input as Parameters<typeof test.mutate>[0])}
          >
            {wait > 0 ? `Wait ${wait} s` : 'Send test'}
          </Button>
        </div>
        <div role="status" className="webhooks-test">
          {test.data && !test.isPending && <Answer of={test.data} />}
        </div>
        {test.isError && (
          <Note tone="error" alert>
            {errorText(test.error)}
          </Note>
        )}
      </div>
    </Card>
  );
}

const PHASES = [
  ['DNS', 'dns_ms'],
  ['connect', 'connect_ms'],
  ['TLS', 'tls_ms'],
  ['first byte', 'first_byte_ms'],
] as const;

function Answer({ of: { attempt, delivery } }: { of: Result }) {
  const { code, detail, http_status: status, response } = attempt;
  const isGood = code === 'ok';
  const phases = PHASES.flatMap(([label, name]) => {
    const ms = attempt[name];
    return ms === null ? [] : [`${label} ${formatDuration(ms)}`];
  });
  return (
    <>
      <div className="webhooks-answer">
        <Tag tone={isGood ? 'success' : 'error'}>{status ?? code}</Tag>
        <span>
          {isGood ? `${delivery.event_type} was delivered` : failureText({ code, http_status: status })} in{' '}
          {formatDuration(attempt.total_ms)}
        </span>
        <span className="dimmed numbers">{phases.join(' · ')}</span>
      </div>
      {detail !== null && <div className="dimmed">{detail}</div>}
      {response?.withheld && (
        <div className="dimmed">The answer is not kept: the receiver is in a private network.</div>
      )}
      {response?.body && (
        <CodeBlock code={response.body} label="Answer of the receiver" hasCopy={response.body.length > 0} />
      )}
      {response && !response.body && !response.withheld && <div className="dimmed">The answer had no body.</div>}
      <details className="webhooks-sent">
        <summary>What was sent</summary>
        <CodeBlock
          code={[`POST ${attempt.request.url}`, ...headerLines(attempt.request.headers)].join('\n')}
          label="Request headers"
        />
      </details>
    </>
  );
}

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
