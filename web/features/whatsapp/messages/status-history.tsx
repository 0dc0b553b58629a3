import { formatClock, formatDuration } from '../../../ui/format';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { WAIT_REASONS, SOURCES, STATUSES, type Message } from './labels';

import './messages.css';

const sinceLabel = (ms: number): string => (ms < 1 ? '0 ms' : formatDuration(ms));

export function StatusHistory({ of }: { of: Message }) {
  const start = Date.parse(of.created_at);
  return (
    <>
      <ol className="message-history" aria-label="Status history">
        {of.status_history.map(({ status, at, source, error, applied }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same may be told twice at once
          <li key={index} data-applied={applied}>
            <Tag tone={applied ? STATUSES[status].tone : 'neutral'}>{STATUSES[status].label}</Tag>
            <time dateTime={at} className="mono" title={at}>
              {formatClock(at)}
            </time>
            <span className="dimmed numbers">+{sinceLabel(Date.parse(at) - start)}</span>
            <span className="dimmed">{SOURCES[source]}</span>
            {!applied && <span className="dimmed">changed nothing: a higher status stood already</span>}
            {error && <span className="message-fault">{error.message}</span>}
          </li>
        ))}
      </ol>
      {of.waiting && (
        <div className="dimmed message-wait">
          Waits: {WAIT_REASONS[of.waiting.reason]}
          {of.waiting.until && (
            <>
              , until <Time at={of.waiting.until} />
            </>
          )}
          .
        </div>
      )}
    </>
  );
}
