import { useState } from 'react';

/**
 * Reads the token behind the `#` of a link once and removes it from the address and the history. Both `#<token>` and
 * `#token=<token>` are in use.
 */
function takeFragment(): string | undefined {
  const fragment = decodeURIComponent(location.hash.slice(1));
  if (fragment === '') return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return fragment.replace(/^token=/, '');
}

let taken: { path: string; token: string | undefined } | undefined;

/** Kept for the path while the tab is open: the page may render more than once. */
export function useFragmentToken(): string | undefined {
  return useState(() => {
    const token = takeFragment();
    if (token !== undefined || taken?.path !== location.pathname) taken = { path: location.pathname, token };
    return taken.token;
  })[0];
}
