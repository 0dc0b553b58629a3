import { formatCount, formatNumber } from '../../../ui/format';
import { formatMoment, formatRelative } from '../../../ui/format';
import { Note } from '../../../ui/tag';
import { useNow } from '../../../ui/time';
import { DELIVERY_STATUSES, type Publication, type PublicationDeliveryStatus } from './labels';

const STATES = Object.keys(DELIVERY_STATUSES) as PublicationDeliveryStatus[];
const BAR = [
  'read',
  'delivered',
  'sent',
  'sending',
  'failed',
  'unconfirmed',
  'expired',
  'skipped',
  'canceled',
] as const;

export function Counters({ of }: { of: Publication }) {
  const { counters } = of;
  return (
    <section className="card pub-counters" aria-label="How far it is">
      <Standing of={of} />
      {counters.total > 0 && (
        <>
          <div className="pub-bar" aria-hidden>
            {BAR.filter((state) => counters[state] > 0).map((state) => (
              <span key={state} data-state={state} style={{ width: `${(counters[state] / counters.total) * 100}%` }} />
            ))}
          </div>
          <dl className="pub-figures">
            <div>
              <dt>Recipients</dt>
              <dd className="numbers">{formatNumber(counters.total)}</dd>
            </div>
            {STATES.filter((state) => counters[state] > 0).map((state) => (
              <div key={state}>
                <dt>
                  <i data-state={state} aria-hidden /> {DELIVERY_STATUSES[state].label}
                </dt>
                <dd className="numbers">{formatNumber(counters[state])}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

function Standing({ of }: { of: Publication }) {
  const now = useNow();
  const { status, counters, due_at: due, expires_at: end, approval, status_reason: reason } = of;
  const open = counters.pending + counters.waiting + counters.sending;
  const bad = counters.failed + counters.expired;
  switch (status) {
    case 'draft':
      return <p>A draft: nothing is sent before it is published.</p>;
    case 'pending_approval':
      return <Note tone="warning">It waits for somebody to approve it. Nothing is sent before.</Note>;
    case 'scheduled':
      return <p>It is sent {due === null ? 'later' : `${formatRelative(due, now)}, on ${formatMoment(due)}`}.</p>;
    case 'queued':
    case 'publishing':
      return (
        <p aria-live="polite">
          On its way: {formatCount(open, 'recipient is', 'recipients are')} left
          {end !== null && `; what is not sent by ${formatMoment(end)} is given up`}.
        </p>
      );
    case 'paused':
      return (
        <Note tone="warning">Paused: {formatCount(open, 'recipient waits', 'recipients wait')} until it goes on.</Note>
      );
    case 'published':
      return <p aria-live="polite">All that could be sent was sent.</p>;
    case 'partially_published':
      return (
        <Note tone="warning">
          {bad > 0 && `${formatCount(bad, 'recipient', 'recipients')} did not get it; their deliveries say why. `}
          {counters.unconfirmed > 0 &&
            `Of ${formatCount(counters.unconfirmed, 'recipient', 'recipients')} nobody can tell whether it arrived.`}
        </Note>
      );
    case 'failed':
      return (
        <Note tone="error">
          {reason === 'all_skipped' ? 'Every recipient was left out.' : 'Nobody got it. The deliveries say why.'}
        </Note>
      );
    case 'expired':
      return <Note tone="error">It could not be sent before it expired.</Note>;
    case 'canceled':
      return approval?.reason ? <Note tone="neutral">Rejected: {approval.reason}</Note> : <p>It was called off.</p>;
    default:
      return status satisfies never;
  }
}
