import type { QueryKey } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';

import type { SignalTopic } from '../../../shared/live';
import { useLive, type LiveUpdate } from './live';
import { reloadQueries } from './reload-queries';

interface LiveReload {
  /**
   * Types of events, a topic of signals, or a predicate. A resumed stream may have missed any of them and always
   * reloads.
   */
  after: RegExp | SignalTopic | ((update: LiveUpdate) => boolean);
  queryKeys: readonly QueryKey[];
  /** The shortest time between reloads; without it each update reloads at once. */
  everyMs?: number;
}

/** Reloads queries after the updates that concern them. */
export function useLiveReload({ after, queryKeys, everyMs }: LiveReload): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isDueAgain = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const reload = () => {
    for (const queryKey of queryKeys) void reloadQueries(queryKey);
  };
  const schedule = () => {
    isDueAgain.current = false;
    timer.current = setTimeout(() => {
      timer.current = undefined;
      reload();
      if (isDueAgain.current) schedule();
    }, everyMs);
  };
  useLive((update) => {
    if (update.kind !== 'resumed' && !concerns(update, after)) return;
    if (everyMs === undefined) reload();
    else if (timer.current === undefined) schedule();
    else isDueAgain.current = true;
  });
}

function concerns(update: LiveUpdate, after: LiveReload['after']): boolean {
  if (typeof after === 'function') return after(update);
  if (typeof after === 'string') return update.kind === 'signal' && update.topic === after;
  return update.kind === 'event' && after.test(update.event.type);
}
