import { Figure, Figures } from '../../../ui/figure/figure';
import { formatMoment, formatNumber, formatPercent, formatRelative } from '../../../ui/format';
import { Note } from '../../../ui/tag';
import { useNow } from '../../../ui/time';
import { DELIVERY_STATUSES, troubles, type Publication, type PublicationDeliveryStatus } from './labels';
import { t } from './texts';

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
/** What the figures above do not say. */
const OTHERS: readonly PublicationDeliveryStatus[] = [
  'pending',
  'waiting',
  'sending',
  'unconfirmed',
  'expired',
  'skipped',
  'canceled',
];

export function Progress({ of }: { of: Publication }) {
  const { counters } = of;
  const { total } = counters;
  const others = OTHERS.filter((state) => counters[state] > 0);
  return (
    <section className="pub-progress" aria-label={t('progress')}>
      <Standing of={of} />
      {total > 0 && (
        <>
          <Totals of={counters} />
          <div className="pub-bar" aria-hidden>
            {BAR.filter((state) => counters[state] > 0).map((state) => (
              <span key={state} data-state={state} style={{ width: `${(counters[state] / total) * 100}%` }} />
            ))}
          </div>
          {others.length > 0 && (
            <ul className="pub-others" aria-label={t('otherStates')}>
              {others.map((state) => (
                <li key={state}>
                  <i data-state={state} aria-hidden /> {DELIVERY_STATUSES[state].label}{' '}
                  <strong className="numbers">{formatNumber(counters[state])}</strong>
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </section>
  );
}

function Totals({ of: { total, sent, delivered, read, failed } }: { of: Publication['counters'] }) {
  // A message that is read was delivered, and one that is delivered was sent.
  const allDelivered = delivered + read;
  const allSent = sent + allDelivered;
  const shareOfSent = (count: number) => allSent > 0 && t('percentOfSent', { percent: formatPercent(count / allSent) });
  return (
    <Figures>
      <Figure label={t('figureSent')} value={allSent} note={t('ofTotal', { count: total })} />
      <Figure label={t('figureDelivered')} value={allDelivered} note={shareOfSent(allDelivered)} />
      <Figure label={t('figureRead')} value={read} note={shareOfSent(read)} />
      <Figure label={t('figureFailed')} value={failed} note={failed > 0 && t('ofTotal', { count: total })} />
    </Figures>
  );
}

function Standing({ of }: { of: Publication }) {
  const now = useNow();
  const { status, counters, due_at: due, expires_at: end, approval, status_reason: reason } = of;
  const count = counters.pending + counters.waiting + counters.sending;
  switch (status) {
    case 'draft':
      return <p>{t('isDraft')}</p>;
    case 'pending_approval':
      return <Note tone="warning">{t('isPendingApproval')}</Note>;
    case 'scheduled':
      return (
        <p>
          {due === null
            ? t('isScheduledLater')
            : t('isScheduled', { moment: formatMoment(due), when: formatRelative(due, now) })}
        </p>
      );
    case 'queued':
    case 'publishing':
      return (
        <p aria-live="polite">
          {end === null ? t('isPublishing', { count }) : t('isPublishingUntil', { count, moment: formatMoment(end) })}
        </p>
      );
    case 'paused':
      return <Note tone="warning">{t('isPaused', { count })}</Note>;
    case 'published':
      return <p aria-live="polite">{t('isPublished')}</p>;
    case 'partially_published':
      return <Note tone="warning">{t('isPartly', { what: troubles(counters) })}</Note>;
    case 'failed':
      return <Note tone="error">{t(reason === 'all_skipped' ? 'allSkipped' : 'isFailed')}</Note>;
    case 'expired':
      return <Note tone="error">{t('isExpired')}</Note>;
    case 'canceled':
      return approval?.reason ? (
        <Note tone="neutral">{t('isRejected', { reason: approval.reason })}</Note>
      ) : (
        <p>{t('isCanceled')}</p>
      );
    default:
      return status satisfies never;
  }
}
