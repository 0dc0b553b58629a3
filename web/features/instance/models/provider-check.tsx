import { InlineCode } from '../../../ui/code/inline-code';
import { DetailList } from '../../../ui/detail/detail-list';
import { formatDuration } from '../../../ui/format';
import { Note } from '../../../ui/tag';
import type { Check } from './provider-labels';
import { t } from './texts';

export function CheckResult({ check }: { check: Check }) {
  const { ok, url, http_status: status, latency_ms: latency, count, first_ids: ids, dropped, detail, advice } = check;
  return (
    <section className="instance-check" aria-label={t('testResult')} role="status">
      {ok ? (
        <Note tone="success">{t('connected', { count })}</Note>
      ) : (
        <Note tone="error">
          {detail}{' '}
          {advice && (
            <strong>
              <InlineCode text={advice} />
            </strong>
          )}
        </Note>
      )}
      <DetailList>
        <dt>{t('requestUrl')}</dt>
        <dd className="mono">{url ?? t('noRequest')}</dd>
        {status !== null && (
          <>
            <dt>{t('httpStatus')}</dt>
            <dd className="numbers">{status}</dd>
          </>
        )}
        <dt>{t('duration')}</dt>
        <dd className="numbers">{formatDuration(latency)}</dd>
        {ids.length > 0 && (
          <>
            <dt>{t('firstModels')}</dt>
            <dd>
              <ul className="instance-ids mono">
                {ids.map((id) => (
                  <li key={id}>{id}</li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {dropped > 0 && (
          <>
            <dt>{t('skipped')}</dt>
            <dd>{t('skippedHelp', { count: dropped })}</dd>
          </>
        )}
      </DetailList>
    </section>
  );
}
