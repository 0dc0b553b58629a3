import { createElement, lazy, Suspense, type ComponentType, type LazyExoticComponent, type ReactNode } from 'react';

import { translationsLoaded } from '../i18n/texts';
import { causeOfMissing } from './new-build';
import { untilServerAnswers } from './server-answers';
import { t } from './texts';
import { toast } from './toast/toast';

const TIMEOUT_MS = 1000;
const MAX_TRIES = 3;

type Load<P> = () => Promise<ComponentType<P>>;

/** A dialog or drawer outside of the page’s first load, fetched when the browser is idle. */
export function lazyWhenIdle<P extends object>(load: Load<P>, meanwhile: ReactNode = null): (props: P) => ReactNode {
  whenIdle(load);
  return deferred(load, meanwhile);
}

/** A large part of a page, such as a form: fetched at once, in parallel to the page’s data. */
export function preload<P extends object>(load: Load<P>, meanwhile: ReactNode): (props: P) => ReactNode {
  const first = load();
  // The component that renders it reports the failure.
  first.catch(() => undefined);
  let isFirst = true;
  return deferred(() => {
    const part = isFirst ? first : load();
    isFirst = false;
    return part;
  }, meanwhile);
}

function deferred<P extends object>(load: Load<P>, meanwhile: ReactNode): (props: P) => ReactNode {
  const Loaded = lazyPart(load);
  return function Deferred(props: P) {
    return <Suspense fallback={meanwhile}>{createElement(Loaded as ComponentType<P>, props)}</Suspense>;
  };
}

/** For a `Suspense` of one’s own: React’s `lazy`, with the texts of the part, and patient while the server is away. */
export const lazyPart = <P extends object>(load: Load<P>): LazyExoticComponent<ComponentType<P>> =>
  lazy(async () => ({ default: await patiently(load) }));

async function patiently<P>(load: Load<P>): Promise<ComponentType<P>> {
  for (let tries = 1; ; tries += 1) {
    try {
      const part = await load();
      await translationsLoaded();
      return part;
    } catch (error) {
      if (tries === MAX_TRIES || (await causeOfMissing()) !== 'server-away') throw error;
      toast(t('partNotLoaded'), { tone: 'warning', text: t('serverAway') });
      await untilServerAnswers();
    }
  }
}

/** For a button: its part is fetched when somebody reaches for it. A failure is tried again on use. */
export function loadedAhead(load: () => Promise<unknown>): { onPointerEnter: () => void; onFocus: () => void } {
  const begin = () => void load().catch(() => undefined);
  return { onPointerEnter: begin, onFocus: begin };
}

/** Loads after the page has been drawn. A failure is tried again on use. */
function whenIdle(load: () => Promise<unknown>): void {
  // The build and the tests read the routes without a browser.
  if (typeof document === 'undefined') return;
  const begin = () => void load().catch(() => undefined);
  const wait = () => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: TIMEOUT_MS });
    else setTimeout(begin, TIMEOUT_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
