import { InlineCode } from '../../../ui/code/inline-code';
import { DetailList } from '../../../ui/detail/detail-list';
import { formatCount, formatDuration } from '../../../ui/format';
import { Note } from '../../../ui/tag';
import type { Check } from './provider-labels';

export function CheckResult({ check }: { check: Check }) {
  const { ok, url, http_status: status, latency_ms: latency, count, first_ids: ids, dropped, detail, advice } = check;
  return (
    <section className="instance-check" aria-label="Result of the check" role="status">
      {ok ? (
        <Note tone="success">It answers, with {formatCount(count, 'model')}.</Note>
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
        <dt>URL tried</dt>
        <dd className="mono">{url ?? 'None: it is not asked over the network'}</dd>
        {status !== null && (
          <>
            <dt>Answer</dt>
            <dd className="numbers">{status}</dd>
          </>
        )}
        <dt>Took</dt>
        <dd className="numbers">{formatDuration(latency)}</dd>
        {ids.length > 0 && (
          <>
            <dt>First ids</dt>
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
            <dt>Left out</dt>
            <dd>{formatCount(dropped, 'entry', 'entries')}: twice the same id, or an id that cannot be used</dd>
          </>
        )}
      </DetailList>
    </section>
  );
}
