import { useNavigate, useRouter } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';

import type { Search } from '../search';

let isGoingBack = false;

/**
 * A drawer or dialog with a search parameter of its own, such as `?create=true` or `?delivery=dlv_…`: opened, Back
 * closes it; closed, Back does not open it again. Read the parameter by the route’s `useSearch()`.
 *
 *     const drawer = useOverlay('create');
 *     <Button onClick={() => drawer.open()} />   {create && <CreateSheet onClose={drawer.close} />}
 */
export function useOverlay(name: string) {
  const router = useRouter();
  const navigate = useNavigate();

  /** `value` is the parameter’s, `true` by default. With another one open already, it takes its place. */
  const open = useCallback(
    (value: string | true = true) => {
      const isOpen = name in router.state.location.search;
      void navigate({
        to: '.',
        search: ((old: Search) => ({ ...old, [name]: value })) as never,
        state: (old: object) => (isOpen ? old : { ...old, overlay: name }),
        replace: isOpen,
        resetScroll: false,
      });
    },
    [name, navigate, router],
  );

  /** `more` changes other parameters as well, such as the id of what was just created. */
  const close = useCallback(
    (more: Search = {}) => {
      const { search, state } = router.state.location;
      // What closes it can be pressed twice before it is gone, and a second Back would leave the page.
      if (isGoingBack || !(name in search)) return;
      const wasOpenedHere = (state as { overlay?: string }).overlay === name;
      if (wasOpenedHere && Object.keys(more).length === 0) {
        isGoingBack = true;
        window.addEventListener('popstate', () => (isGoingBack = false), { once: true });
        return router.history.back();
      }
      void navigate({
        to: '.',
        search: ((old: Search) => without(name, { ...old, ...more })) as never,
        replace: true,
        resetScroll: false,
      });
    },
    [name, navigate, router],
  );

  return useMemo(() => ({ open, close }), [open, close]);
}

const without = (name: string, search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([key, value]) => key !== name && value !== undefined));
