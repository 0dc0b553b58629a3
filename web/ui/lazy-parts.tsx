import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

const TIMEOUT_MS = 1000;

type Load<P> = () => Promise<ComponentType<P>>;

/**
 * A dialog or drawer that is no part of the first load of its page. It is fetched once the browser has nothing else to
 * do, so that it is there when somebody opens it.
 */
export function lazyWhenIdle<P extends object>(load: Load<P>, meanwhile: ReactNode = null): (props: P) => ReactNode {
  whenIdle(load);
  return deferred(load, meanwhile);
}

/** A part of a page with much behind it, such as a form: fetched at once, while the page and its data are on their way. */
export function preload<P extends object>(load: Load<P>, meanwhile: ReactNode): (props: P) => ReactNode {
  const first = load();
  // Whoever shows it hears of a failure.
  first.catch(() => undefined);
  return deferred(() => first, meanwhile);
}

function deferred<P extends object>(load: Load<P>, meanwhile: ReactNode): (props: P) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Deferred(props: P) {
    return <Suspense fallback={meanwhile}>{createElement(Loaded as ComponentType<P>, props)}</Suspense>;
  };
}

/** Calls it after the page has loaded and been drawn. What fails then is tried again when it is wanted. */
function whenIdle(load: () => Promise<unknown>): void {
  // The build and the tests read the routes without a browser.
  if (typeof document === 'undefined') return;
  const begin = () => void load().catch(() => undefined);
  const wait = () => {
    // Safari has none.
    if ('requestIdleCallback' in window) requestIdleCallback(begin, { timeout: TIMEOUT_MS });
    else setTimeout(begin, TIMEOUT_MS);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
}
