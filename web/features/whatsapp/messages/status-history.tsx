import { issueText } from '../../../i18n/labels';
import { formatClock, formatDuration } from '../../../ui/format';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { WAIT_REASONS, SOURCES, STATUSES, type Message } from './labels';
import { t } from './texts';

import './messages.css';

const sinceLabel = (ms: number): string => (ms < 1 ? '0 ms' : formatDuration(ms));

function Waiting({ of: { reason, until } }: { of: NonNullable<Message['waiting']> }) {
  const why = WAIT_REASONS[reason];
  if (until === null) return t('waiting', { reason: why });
  return t.rich('waitingUntil', { reason: why, time: () => <Time at={until} /> });
}

export function StatusHistory({ of }: { of: Message }) {
  const start = Date.parse(of.created_at);
  return (
    <>
      <ol className="message-history" aria-label={t('statusHistory')}>
        {of.status_history.map(({ status, at, source, error, applied }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same may be told twice at once
          <li key={index} data-applied={applied}>
            <Tag tone={applied ? STATUSES[status].tone : 'neutral'}>{STATUSES[status].label}</Tag>
            <time dateTime={at} className="mono" title={at}>
              {formatClock(at)}
            </time>
            <span className="dimmed numbers">+{sinceLabel(Date.parse(at) - start)}</span>
            <span className="dimmed">{SOURCES[source]}</span>
            {!applied && <span className="dimmed">{t('notApplied')}</span>}
            {error && <span className="message-fault">{issueText(error.message)}</span>}
          </li>
        ))}
      </ol>
      {of.waiting && (
        <div className="dimmed message-wait">
          <Waiting of={of.waiting} />
        </div>
      )}
    </>
  );
}
