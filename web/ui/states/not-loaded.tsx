import { IconPlugX } from '@tabler/icons-react';
import { createElement, useEffect, useState, type ComponentType, type ReactNode } from 'react';

import { usePageTitle } from '../page-title';
import { serverAnswers, waitBefore } from '../server-answers';
import { t } from '../texts';
import { State } from './states';

type Find = () => Promise<ComponentType | undefined>;

/** Stands in for a page whose script did not come because the server was away. */
export function pageWhenLoaded(find: Find): ComponentType {
  let loaded: ComponentType | undefined;
  return function PageWhenLoaded(props: object): ReactNode {
    const [page, setPage] = useState(() => loaded);
    if (page) return createElement(page, props);
    return (
      <NotLoaded
        find={find}
        onFound={(found) => {
          loaded = found;
          setPage(() => found);
        }}
      />
    );
  };
}

function NotLoaded({ find, onFound }: { find: Find; onFound: (page: ComponentType) => void }) {
  const [tries, setTries] = useState(0);
  const [left, setLeft] = useState(0);
  usePageTitle(t('notLoaded'));

  useEffect(() => {
    let isOver = false;
    const again = async () => {
      if (left > 1) return setLeft(left - 1);
      const found = (await serverAnswers()) ? await load(find) : undefined;
      if (isOver) return;
      if (found) return onFound(found);
      setTries(tries + 1);
      setLeft(waitBefore(tries));
    };
    const timer = setTimeout(() => void again(), left === 0 ? 0 : 1000);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [left, tries, find, onFound]);

  return (
    <State icon={IconPlugX} title={t('notLoaded')} isPage>
      <p role="status">{t('serverAway')}</p>
      <p className="numbers">{left > 0 ? t('tryingAgainIn', { seconds: left }) : t('tryingAgain')}</p>
    </State>
  );
}

/** Browsers remember that a script did not come: then only a new load of the tab gets it. */
async function load(find: Find): Promise<ComponentType | undefined> {
  const found = await find().catch(() => undefined);
  if (!found) location.reload();
  return found;
}
