import './guides.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

import { Page } from '../../ui/page';
import { SlimShell } from '../../ui/shell/shell';
import { Loading } from '../../ui/states/loading';
import { ErrorState, NotFound } from '../../ui/states/states';
import { GuideContent } from './guide-content';
import { GUIDE_GROUPS } from './guide-list';
import type { Guide } from './guide-node';

const route = getRouteApi('/docs/$guide');
const FILES = import.meta.glob<{ guide: Guide }>('../../docs/*.md');
const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides);

export function GuidePage() {
  const { guide: name } = route.useParams();
  const entry = GUIDES.find((one) => one.name === name);
  const load = FILES[`../../docs/${name}.md`];
  const { data, error, refetch } = useQuery({
    queryKey: ['guide', name],
    queryFn: async () => (await load?.())?.guide,
    enabled: load !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

  return (
    <SlimShell
      actions={
        <Link to="/reference/$surface" params={{ surface: 'getting-started' }} className="header-link">
          API reference
        </Link>
      }
    >
      <div className="guides">
        <nav className="guides-nav" aria-label="Guides">
          <GuideList />
        </nav>
        <main id="main" className="main guides-main" tabIndex={-1}>
          <details key={name} className="guides-menu">
            <summary>All guides</summary>
            <nav aria-label="Guides">
              <GuideList />
            </nav>
          </details>
          {entry === undefined ? (
            <NotFound what="guide" isPage />
          ) : (
            <Page key={name} title={entry.title} context="Guides">
              {data && <GuideText guide={data} />}
              {!data &&
                (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading shape="text" />)}
            </Page>
          )}
        </main>
        {data && data.headings.length > 1 && <OnThisPage guide={data} />}
      </div>
    </SlimShell>
  );
}

const GuideList = () =>
  GUIDE_GROUPS.map(({ title, guides }) => (
    <div key={title}>
      <div className="rail-title">{title}</div>
      {guides.map((guide) => (
        <Link
          key={guide.name}
          to="/docs/$guide"
          params={{ guide: guide.name }}
          activeOptions={{ includeHash: false }}
          className="nav-item"
        >
          {guide.title}
        </Link>
      ))}
      {title === 'API' && (
        <Link to="/docs/errors" className="nav-item">
          Error codes
        </Link>
      )}
    </div>
  ));

function GuideText({ guide }: { guide: Guide }) {
  const { hash } = useLocation();
  // The address is there before the text, so the browser finds no anchor to scroll to.
  useEffect(() => {
    if (hash !== '') document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  return (
    <article className="guide">
      <GuideContent nodes={guide.body} />
    </article>
  );
}

const OnThisPage = ({ guide }: { guide: Guide }) => (
  <nav className="guides-headings" aria-label="On this page">
    <div className="rail-title">On this page</div>
    {guide.headings.map(({ id, text }) => (
      <a key={id} href={`#${id}`}>
        {text}
      </a>
    ))}
  </nav>
);
