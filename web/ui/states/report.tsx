import { useState } from 'react';

import { copyText } from '../clipboard';
import { problemOf, errorText } from '../problem';
import { t } from './texts';

/** The script that this page runs names the build. */
const buildId = (): string =>
  document.querySelector<HTMLScriptElement>('script[type="module"]')?.src.split('/').pop() ?? 'development';

/** Must not contain secrets. */
function reportOf(error: unknown): string {
  const problem = problemOf(error);
  return JSON.stringify(
    {
      problem: problem ?? { detail: errorText(error) },
      page: location.pathname,
      build: buildId(),
      time: new Date().toISOString(),
      browser: navigator.userAgent,
    },
    null,
    2,
  );
}

export function ReportLine({ error }: { error: unknown }) {
  const problem = problemOf(error);
  const [isCopied, setIsCopied] = useState(false);
  return (
    <div className="report">
      {problem && (
        <>
          <a href={`/user/api/docs/errors#${problem.code}`} className="mono">
            {problem.code}
          </a>
          <button
            type="button"
            className="bare mono"
            title={t('copyRequestId')}
            onClick={() => void copyText(problem.request_id)}
          >
            {problem.request_id}
          </button>
        </>
      )}
      <button
        type="button"
        className="bare report-copy"
        onClick={() => void copyText(reportOf(error)).then((done) => setIsCopied(done))}
      >
        {t(isCopied ? 'reportCopied' : 'copyReport')}
      </button>
    </div>
  );
}
