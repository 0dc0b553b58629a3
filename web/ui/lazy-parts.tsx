import { createElement, lazy, Suspense, type ComponentType, type ReactNode } from 'react';

const TIMEOUT_MS = 1000;

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
  return deferred(() => first, meanwhile);
}

function deferred<P extends object>(load: Load<P>, meanwhile: ReactNode): (props: P) => ReactNode {
  const Loaded = lazy(async () => ({ default: await load() }));
  return function Deferred(props: P) {
    return <Suspense fallback={meanwhile}>{createElement(Loaded as ComponentType<P>, props)}</Suspense>;
  };
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
