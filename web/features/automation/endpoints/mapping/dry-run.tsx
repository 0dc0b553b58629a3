import { IconAlertTriangle, IconCheck, IconMinus, IconX } from '@tabler/icons-react';

import type { PublicationPreview } from '../../../../../shared/automation/publication-preview';
import { formatCount } from '../../../../ui/format';
import { errorText } from '../../../../ui/problem';
import { Note, Tag } from '../../../../ui/tag';
import { MessageParts } from '../../publications/composer/preview';
import { useChannelName } from '../../use-channels';
import { REASONS, STAGES } from '../labels';
import type { InboundTest, useDryRun } from './use-dry-run';

const ICONS = { ok: IconCheck, stopped: IconAlertTriangle, failed: IconX, skipped: IconMinus };
const STATUS_LABELS = { ok: 'done', stopped: 'stopped here', failed: 'failed', skipped: 'not reached' };
const WOULD = {
  accept: { label: 'Would be published', tone: 'success' },
  record: { label: 'Would be recorded', tone: 'info' },
  filter: { label: 'Would be filtered out', tone: 'neutral' },
  duplicate: { label: 'Would be a repeat', tone: 'neutral' },
  reject: { label: 'Would be refused', tone: 'error' },
} as const;

export function DryRun({ of, toDo }: { of: ReturnType<typeof useDryRun>; toDo: string | undefined }) {
  const { test, error, general } = of;
  if (error) return <Note tone="error">{errorText(error)}</Note>;
  return (
    <>
      {general.map((message) => (
        <Note key={message} tone="error">
          {message}
        </Note>
      ))}
      {test ? <Outcome of={test} toDo={toDo} /> : <p className="dimmed">Here is what would become of the sample.</p>}
    </>
  );
}

function Outcome({ of, toDo }: { of: InboundTest; toDo: string | undefined }) {
  const { label, tone } = WOULD[of.expected_result];
  return (
    <>
      {toDo === undefined ? (
        <p aria-live="polite">
          <Tag tone={tone} dot>
            {label}
          </Tag>{' '}
          <span className="dimmed">answered {of.http.status}</span>
          {of.reason !== null && <span> {REASONS[of.reason]}</span>}
        </p>
      ) : (
        <p aria-live="polite">
          <Tag tone="neutral" dot>
            Not complete yet
          </Tag>{' '}
          {toDo}
        </p>
      )}
      <ol className="endpoint-stages" aria-label="Stages">
        {of.stages.map((stage) => (
          <Stage
            key={stage.stage}
            of={toDo !== undefined && stage.status === 'failed' ? { ...stage, status: 'stopped', error: null } : stage}
          />
        ))}
      </ol>
      {(of.publications as PublicationPreview[]).map((publication, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- previews have no other name than their place
        <Preview key={at} of={publication} />
      ))}
    </>
  );
}

function Stage({ of }: { of: InboundTest['stages'][number] }) {
  const Icon = ICONS[of.status];
  return (
    <li>
      <Icon size={15} data-status={of.status} aria-hidden />
      <span className={of.status === 'skipped' ? 'dimmed' : undefined}>
        {STAGES[of.stage]} <span className="visually-hidden">{STATUS_LABELS[of.status]}</span>
      </span>
      <span className="dimmed numbers">{of.status === 'ok' && `${of.duration_ms.toFixed(1)} ms`}</span>
      {of.error !== null && (
        <span className="endpoint-stage-error">
          {of.error.message}
          {of.error.line !== null && ` (line ${of.error.line}, column ${of.error.col ?? 1})`}
        </span>
      )}
      {of.warnings.map(({ message, path, line, col }) => (
        <span key={`${path ?? ''} ${line ?? 0} ${col ?? 0}`} className="endpoint-stage-error">
          Warning: {message}
        </span>
      ))}
    </li>
  );
}

function Preview({ of }: { of: PublicationPreview }) {
  const channelName = useChannelName();
  return [...Map.groupBy(of.deliveries, ({ channel }) => channel)].map(([channel, deliveries]) => {
    const shown = deliveries.find(({ parts }) => parts.length > 0);
    return (
      <section key={channel} className="card pub-outlook-channel" aria-label={`Preview on ${channelName(channel)}`}>
        <header>
          <h3>{channelName(channel)}</h3>
          <span className="dimmed">{formatCount(deliveries.length, 'recipient')}</span>
        </header>
        {shown && <MessageParts of={shown} />}
      </section>
    );
  });
}
