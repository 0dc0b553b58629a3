import type { ReactNode } from 'react';

import { formatDuration, formatMoment } from '../../../../ui/format';
import { formatBytes } from '../../../../ui/format-bytes';
import { lazyWhenIdle } from '../../../../ui/lazy-parts';
import { Note } from '../../../../ui/tag';
import { t as codes } from '../../attempts/texts';
import type { Attempt } from '../labels';
import { AttemptBar } from './attempt-bar';
import { hintIn } from './hint';
import { TextBlock } from './text-block';
import { t } from './texts';
import { WithheldNote } from './withheld-note';

const AttemptCheck = lazyWhenIdle(async () => (await import('../../inbox/check/attempt-check')).AttemptCheck);

interface AttemptListProps {
  attempts: readonly Attempt[];
  body: string | null;
  webhookId: string;
}

export function AttemptList({ attempts, body, webhookId }: AttemptListProps) {
  if (attempts.length === 0) return <div className="dimmed">{t('noAttempts')}</div>;
  const maxMs = Math.max(...attempts.map(({ total_ms: ms }) => ms), 1);
  return (
    <ol className="deliveries-attempts" reversed>
      {attempts.toReversed().map((attempt, place) => (
        <li key={`${attempt.number} ${attempt.started_at}`}>
          <details open={place === 0}>
            <summary>
              <span className="numbers">{t('attemptNumber', { number: attempt.number })}</span>
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
              <Response of={attempt} />
              <Sent of={attempt} />
              {body !== null && (
                <Fold title={t('checkSignature')}>
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
  return (
    <Note tone={of.code === 'ok' ? 'success' : 'error'}>
      <strong>{codes(of.code)}.</strong> {codes(`${of.code}_action`)}
      {of.detail !== null && <div className="mono deliveries-detail">{of.detail}</div>}
      {of.retry_after_seconds !== null && <div>{t('retryAfterAsked', { seconds: of.retry_after_seconds })}</div>}
      {of.arrived_late && <div>{t('late')}</div>}
    </Note>
  );
}

/** What the receiver itself advises: n8n tells whether a workflow is not active, or its editor does not listen. */
function Hint({ of }: { of: Attempt }) {
  const hint = of.code === 'ok' || !of.response?.body ? undefined : hintIn(of.response.body);
  return hint === undefined ? null : <Note tone="warning">{t('receiverSays', { hint })}</Note>;
}

function Sent({ of }: { of: Attempt }) {
  return (
    <Fold title={t('requestHeaders')}>
      <dl className="deliveries-headers">
        <dt>POST</dt>
        <dd>{of.request.url}</dd>
        <Headers of={of.request.headers} />
      </dl>
    </Fold>
  );
}

function Response({ of }: { of: Attempt }) {
  const { response } = of;
  if (response === null) return <div className="dimmed">{t('noResponse')}</div>;
  const notes = [
    formatBytes(response.body_bytes),
    ...(response.truncated ? [t('truncated')] : []),
    ...(response.incomplete ? [t('incomplete')] : []),
    ...(of.remote_ip === null ? [] : [t('from', { ip: of.remote_ip })]),
    ...(of.connection_reused ? [t('reused')] : []),
  ];
  return (
    <Fold title={t('response')} isOpen>
      <div className="dimmed">{notes.join(' · ')}</div>
      {response.withheld && <WithheldNote />}
      <dl className="deliveries-headers">
        <Headers of={response.headers} />
      </dl>
      {response.body !== null && response.body !== '' && (
        <TextBlock text={response.body} name="response.txt" label={t('responseBody')} />
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
