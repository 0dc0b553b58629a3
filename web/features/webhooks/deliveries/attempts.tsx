import type { ReactNode } from 'react';

import { ATTEMPT_CODES } from '../../../../shared/webhooks/attempt-codes';
import { formatDuration, formatMoment } from '../../../ui/format';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { Note } from '../../../ui/tag';
import { AttemptBar } from './attempt-bar';
import { hintIn } from './hint';
import type { Attempt } from './labels';
import { TextBlock } from './text-block';

const AttemptCheck = lazyWhenIdle(async () => (await import('../inbox/attempt-check')).AttemptCheck);

interface AttemptListProps {
  attempts: readonly Attempt[];
  body: string | null;
  webhookId: string;
}

export function AttemptList({ attempts, body, webhookId }: AttemptListProps) {
  if (attempts.length === 0) return <div className="dimmed">No attempt yet.</div>;
  const maxMs = Math.max(...attempts.map(({ total_ms: ms }) => ms), 1);
  return (
    <ol className="deliveries-attempts" reversed>
      {attempts.toReversed().map((attempt, place) => (
        <li key={`${attempt.number} ${attempt.started_at}`}>
          <details open={place === 0}>
            <summary>
              <span className="numbers">Attempt {attempt.number}</span>
              <span className="mono deliveries-result" data-failed={attempt.code !== 'ok' || undefined}>
                {attempt.http_status ?? attempt.code}
              </span>
              <span className="numbers">{formatDuration(attempt.total_ms)}</span>
              <span className="dimmed">{formatMoment(attempt.started_at)}</span>
            </summary>
            <div className="deliveries-attempt">
              <AttemptBar of={attempt} maxMs={maxMs} />
              <Explain of={attempt} />
              <Hint of={attempt} />
              <Sent of={attempt} />
              <Answer of={attempt} />
              {body !== null && (
                <Fold title="Check the signature">
                  <AttemptCheck attempt={attempt} body={body} webhookId={webhookId} />
                </Fold>
              )}
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}

function Explain({ of }: { of: Attempt }) {
  const { title, action } = ATTEMPT_CODES[of.code];
  return (
    <Note tone={of.code === 'ok' ? 'success' : 'error'}>
      <strong>{title}.</strong> {action}
      {of.detail !== null && <div className="mono deliveries-detail">{of.detail}</div>}
      {of.retry_after_seconds !== null && <div>It asked to wait {of.retry_after_seconds} s (Retry-After).</div>}
      {of.arrived_late && <div>Its result came late: the delivery had been settled by then.</div>}
    </Note>
  );
}

/** What the receiver itself advises: n8n tells whether a workflow is not active, or its editor does not listen. */
function Hint({ of }: { of: Attempt }) {
  const hint = of.code === 'ok' || !of.response?.body ? undefined : hintIn(of.response.body);
  return hint === undefined ? null : <Note tone="warning">The receiver says: {hint}</Note>;
}

function Sent({ of }: { of: Attempt }) {
  return (
    <Fold title="Request headers">
      <dl className="deliveries-headers">
        <dt>POST</dt>
        <dd>{of.request.url}</dd>
        <Headers of={of.request.headers} />
      </dl>
    </Fold>
  );
}

function Answer({ of }: { of: Attempt }) {
  const { response } = of;
  if (response === null) return <div className="dimmed">No answer came.</div>;
  const notes = [
    `${response.body_bytes} bytes`,
    ...(response.truncated ? ['more came than is kept'] : []),
    ...(response.incomplete ? ['not read to its end'] : []),
    ...(response.withheld ? ['not kept: the receiver is in a private network'] : []),
    ...(of.remote_ip === null ? [] : [`from ${of.remote_ip}`]),
    ...(of.connection_reused ? ['on an open connection'] : []),
  ];
  return (
    <Fold title="Response" isOpen>
      <div className="dimmed">{notes.join(' · ')}</div>
      <dl className="deliveries-headers">
        <Headers of={response.headers} />
      </dl>
      {response.body !== null && response.body !== '' && (
        <TextBlock text={response.body} name="response.txt" label="Response body" />
      )}
    </Fold>
  );
}

const Headers = ({ of }: { of: Record<string, string> }) =>
  Object.entries(of).flatMap(([name, value]) => [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>]);

function Fold({ title, isOpen = false, children }: { title: string; isOpen?: boolean; children: ReactNode }) {
  return (
    <details className="deliveries-fold" open={isOpen}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
