import './guides.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';

import { Page } from '../../ui/page';
import { Loading } from '../../ui/states/loading';
import { ErrorState, NotFound } from '../../ui/states/states';
import { GuideContent } from './guide-content';
import { GUIDE_GROUPS, guideFile } from './guide-list';
import type { Guide } from './guide-node';
import { t } from './texts';

const route = getRouteApi('/docs-layout/docs/$guide');
const FILES = import.meta.glob<{ guide: Guide }>('../../docs/**/*.md');
const GUIDES = GUIDE_GROUPS.flatMap(({ guides }) => guides);

export function GuidePage() {
  const { guide: name } = route.useParams();
  const entry = GUIDES.find((one) => one.name === name);
  const load = FILES[guideFile(name)];
  const { data, error, refetch } = useQuery({
    queryKey: ['guide', name],
    queryFn: async () => (await load?.())?.guide,
    enabled: load !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });

  return (
    <div className="guides">
      <nav className="guides-nav" aria-label={t('guides')}>
        <GuideList />
      </nav>
      <main id="main" className="main guides-main" tabIndex={-1}>
        <details key={name} className="guides-menu">
          <summary>{t('allGuides')}</summary>
          <nav aria-label={t('guides')}>
            <GuideList />
          </nav>
        </details>
        {entry === undefined ? (
          <NotFound what={t('guide')} isPage />
        ) : (
          <Page key={name} title={entry.title} context={t('guides')}>
            {data && <GuideText guide={data} />}
            {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Loading shape="text" />)}
          </Page>
        )}
      </main>
      {data && data.headings.length > 1 && <OnThisPage guide={data} />}
    </div>
  );
}

const GuideList = () =>
  GUIDE_GROUPS.map(({ group, title, guides }) => (
    <div key={group}>
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
      {group === 'api' && (
        <Link to="/docs/errors" className="nav-item">
          {t('errorCodes')}
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
  <nav className="guides-headings" aria-label={t('onThisPage')}>
    <div className="rail-title">{t('onThisPage')}</div>
    {guide.headings.map(({ id, text }) => (
      <a key={id} href={`#${id}`}>
        {text}
      </a>
    ))}
  </nav>
);
