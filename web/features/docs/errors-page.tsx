import './errors.css';
import { IconLink } from '@tabler/icons-react';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect } from 'react';

import { ERRORS, isRetryable, type ErrorCode } from '../../../shared/errors';
import { labelOf } from '../../i18n/labels';
import { CodeBlock } from '../../ui/code/code-block';
import { InlineCode } from '../../ui/code/inline-code';
import { Page } from '../../ui/page';
import { NoMatch } from '../../ui/states/states';
import { Filters, SearchField } from '../../ui/table/filters';
import { Tag } from '../../ui/tag';
import { exampleOf } from './example';
import { t } from './texts';

const route = getRouteApi('/docs-layout/docs/errors');
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
    <main id="main" className="main" tabIndex={-1}>
      <div className="main-inner errors">
        <Page title={t('errorCodes')} lead={t.rich('lead', { code: (text) => <code>{text}</code> })}>
          <Filters>
            <SearchField label={t('search')} value={q} onChange={change} />
            <span className="dimmed numbers" role="status">
              {t('codeCount', { count: found.length })}
            </span>
          </Filters>
          {q !== undefined && found.length === 0 && (
            <NoMatch filters={[{ label: q, remove: () => change(undefined) }]} onClear={() => change(undefined)} />
          )}
          {STATUSES.map((status) => (
            <StatusGroup key={status} status={status} codes={found.filter((code) => ERRORS[code].status === status)} />
          ))}
        </Page>
      </div>
    </main>
  );
}

function StatusGroup({ status, codes }: { status: number; codes: ErrorCode[] }) {
  if (codes.length === 0) return null;
  return (
    <section aria-labelledby={`status-${status}`} className="errors-group">
      <h2 id={`status-${status}`} className="numbers">
        {status} {t(`status${status}` as 'status400')}
      </h2>
      {codes.map((code) => (
        <Entry key={code} code={code} />
      ))}
    </section>
  );
}

function Entry({ code }: { code: ErrorCode }) {
  const { title, action } = textsOf(code);
  return (
    <article id={code} className="card errors-entry" aria-labelledby={`${code}-name`}>
      <div className="errors-text">
        <h3 id={`${code}-name`}>
          <a href={`#${code}`} className="mono errors-anchor">
            {code}
            <IconLink size={13} aria-hidden />
          </a>
          {isRetryable(code) && <Tag tone="info">{t('retryable')}</Tag>}
          {'consoleOnly' in ERRORS[code] && <Tag>{t('consoleOnly')}</Tag>}
        </h3>
        <dl>
          <dt>{t('meaning')}</dt>
          <dd>{title}</dd>
          <dt>{t('whatToDo')}</dt>
          <dd>
            <InlineCode text={action} />
          </dd>
        </dl>
      </div>
      <CodeBlock code={exampleOf(code, location.origin)} language="json" label={t('exampleOf', { code })} />
    </article>
  );
}

const textsOf = (code: ErrorCode) => ({
  title: labelOf('errorTitles', code, ERRORS[code].title),
  action: labelOf('errorActions', code, ERRORS[code].action),
});

function matches(code: ErrorCode, q: string | undefined): boolean {
  if (q === undefined) return true;
  const { status } = ERRORS[code];
  const { title, action } = textsOf(code);
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
