import './errors.css';
import { IconLink } from '@tabler/icons-react';
import { getRouteApi, Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';

import { ERRORS, isRetryable, type ErrorCode } from '../../../shared/errors';
import { CodeBlock } from '../../ui/code/code-block';
import { InlineCode } from '../../ui/code/inline-code';
import { formatCount } from '../../ui/format';
import { Page } from '../../ui/page';
import { SlimShell } from '../../ui/shell/shell';
import { NoMatch } from '../../ui/states/states';
import { Filters, SearchField } from '../../ui/table/filters';
import { Tag } from '../../ui/tag';
import { exampleOf } from './example';

const route = getRouteApi('/docs/errors');
const CODES = Object.keys(ERRORS) as ErrorCode[];
const STATUSES = [...new Set(CODES.map((code) => ERRORS[code].status))];

export function ErrorsPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate();
  const change = useCallback(
    (next: string | undefined) =>
      void navigate({ to: '/docs/errors', search: next === undefined ? {} : { q: next }, replace: true }),
    [navigate],
  );
  const found = CODES.filter((code) => matches(code, q));
  useAnchor();

  return (
    <SlimShell
      actions={
        <>
          <Link to="/docs" className="header-link">
            Guides
          </Link>
          <Link to="/reference/$surface" params={{ surface: 'getting-started' }} className="header-link">
            API reference
          </Link>
        </>
      }
    >
      <main id="main" className="main" tabIndex={-1}>
        <div className="main-inner errors">
          <Page
            title="Error codes"
            lead={
              <>
                Every error is <code>application/problem+json</code> (RFC 9457). <code>code</code> is its stable name:
                use it in your code, not the text. <code>request_id</code> is the id of the request in Activity.
              </>
            }
          >
            <Filters>
              <SearchField label="Search codes, words, status" value={q} onChange={change} />
              <span className="dimmed numbers" role="status">
                {formatCount(found.length, 'code')}
              </span>
            </Filters>
            {q !== undefined && found.length === 0 && (
              <NoMatch filters={[{ label: q, remove: () => change(undefined) }]} onClear={() => change(undefined)} />
            )}
            {STATUSES.map((status) => (
              <StatusGroup
                key={status}
                status={status}
                codes={found.filter((code) => ERRORS[code].status === status)}
              />
            ))}
          </Page>
        </div>
      </main>
    </SlimShell>
  );
}

function StatusGroup({ status, codes }: { status: number; codes: ErrorCode[] }) {
  if (codes.length === 0) return null;
  return (
    <section aria-labelledby={`status-${status}`} className="errors-group">
      <h2 id={`status-${status}`} className="numbers">
        {status} {STATUS_LABELS[status]}
      </h2>
      {codes.map((code) => (
        <Entry key={code} code={code} />
      ))}
    </section>
  );
}

function Entry({ code }: { code: ErrorCode }) {
  const { title, action } = ERRORS[code];
  return (
    <article id={code} className="card errors-entry" aria-labelledby={`${code}-name`}>
      <div className="errors-text">
        <h3 id={`${code}-name`}>
          <a href={`#${code}`} className="mono errors-anchor">
            {code}
            <IconLink size={13} aria-hidden />
          </a>
          {isRetryable(code) && <Tag tone="info">Can be repeated</Tag>}
          {'consoleOnly' in ERRORS[code] && <Tag>Console only</Tag>}
        </h3>
        <dl>
          <dt>Meaning</dt>
          <dd>{title}</dd>
          <dt>What to do</dt>
          <dd>
            <InlineCode text={action} />
          </dd>
        </dl>
      </div>
      <CodeBlock code={exampleOf(code, location.origin)} language="json" label={`Example of ${code}`} />
    </article>
  );
}

function matches(code: ErrorCode, q: string | undefined): boolean {
  if (q === undefined) return true;
  const { status, title, action } = ERRORS[code];
  const text = `${code} ${code.replaceAll('_', ' ')} ${status} ${title} ${action}`.toLowerCase();
  return q
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The address is there before the page, so the browser finds no anchor to scroll to. */
function useAnchor() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === '') return;
    const entry = document.getElementById(hash);
    entry?.scrollIntoView();
    entry?.querySelector<HTMLElement>('.errors-anchor')?.focus({ preventScroll: true });
  }, [hash]);
}

const STATUS_LABELS: Record<number, string> = {
  400: 'Bad request',
  401: 'Unauthorized',
  402: 'Payment required',
  403: 'Forbidden',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Content too large',
  415: 'Unsupported media type',
  422: 'Unprocessable content',
  429: 'Too many requests',
  500: 'Internal server error',
  502: 'Bad gateway',
  503: 'Service unavailable',
  504: 'Gateway timeout',
};
