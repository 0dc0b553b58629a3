import { Button, Select } from '@mantine/core';

import { CodeBlock } from '../../../../ui/code/code-block';
import { formatDuration } from '../../../../ui/format';
import { errorText } from '../../../../ui/problem';
import { Note, Tag } from '../../../../ui/tag';
import { failureText } from '../../attempts/failure';
import { TextBlock } from '../../deliveries/detail/text-block';
import { WithheldNote } from '../../deliveries/detail/withheld-note';
import { useEventTypes } from '../../form/use-event-types';
import { t } from '../texts';
import { DEFAULT_TYPE, type TestResult, type WebhookTest } from './use-webhook-test';

import '../../deliveries/deliveries.css';
import '../../webhooks.css';

export function TestForm({ test }: { test: WebhookTest }) {
  const { type, setType, wait, isPending, result, error, send } = test;
  const types = useEventTypes();
  const names = [DEFAULT_TYPE, ...(types ?? []).map((one) => one.type).filter((one) => one !== DEFAULT_TYPE)];

  return (
    <div className="webhooks-test">
      <p className="dimmed webhooks-hint">{t('testHelp')}</p>
      <div className="webhooks-test-row">
        <Select
          searchable
          aria-label={t('eventType')}
          data={names}
          value={type}
          allowDeselect={false}
          onChange={(next) => next !== null && setType(next)}
        />
        <Button loading={isPending} disabled={wait > 0} onClick={send}>
          {wait > 0 ? t('waitSeconds', { seconds: wait }) : t('sendTest')}
        </Button>
      </div>
      <div role="status" className="webhooks-test">
        {result && !isPending && <Answer of={result} />}
      </div>
      {error !== null && !isPending && (
        <Note tone="error" alert>
          {errorText(error)}
        </Note>
      )}
    </div>
  );
}

const PHASES = [
  ['dns', 'dns_ms'],
  ['connect', 'connect_ms'],
  ['tls', 'tls_ms'],
  ['firstByte', 'first_byte_ms'],
] as const;

function Answer({ of: { attempt, delivery } }: { of: TestResult }) {
  const { code, detail, http_status: status, response } = attempt;
  const isGood = code === 'ok';
  const duration = formatDuration(attempt.total_ms);
  const phases = PHASES.flatMap(([label, name]) => {
    const ms = attempt[name];
    return ms === null ? [] : [t(label, { duration: formatDuration(ms) })];
  });
  return (
    <>
      <div className="webhooks-answer">
        <Tag tone={isGood ? 'success' : 'error'}>{status ?? code}</Tag>
        <span>
          {isGood
            ? t('delivered', { type: delivery.event_type, duration })
            : failureText({ code, http_status: status })}
        </span>
        <span className="dimmed numbers">{phases.join(' · ')}</span>
      </div>
      {detail !== null && <div className="dimmed">{detail}</div>}
      {response?.withheld && <WithheldNote />}
      {response?.body && <TextBlock text={response.body} name="response.txt" label={t('responseBody')} />}
      {response && !response.body && !response.withheld && <div className="dimmed">{t('emptyResponse')}</div>}
      <details className="webhooks-sent">
        <summary>{t('request')}</summary>
        <CodeBlock
          code={[`POST ${attempt.request.url}`, ...headerLines(attempt.request.headers)].join('\n')}
          label={t('requestHeaders')}
        />
      </details>
    </>
  );
}

const headerLines = (headers: Record<string, string>): string[] =>
  Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
