import { hashKey, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { queryClient } from '../../trpc';
import { useLive, type LiveUpdate } from './live';
import { countNew, mergeHead, type Head, type Row } from './merge';

/** At most one reload per interval. */
const READ_EVERY_MS = 250;
/** Closer to the top than this, the list updates by itself. */
const TOP_PX = 80;
/** Rows that are marked as new. */
const MAX_FRESH = 500;

interface LiveListOptions<T extends Row> {
  queryKey: QueryKey;
  /** Reads the newest rows that fit the filters. */
  readHead: () => Promise<Head<T>>;
  /** Whether the update may have added a row. */
  accepts: (update: LiveUpdate) => boolean;
  isPaused: boolean;
}

/**
 * Keeps the newest rows of a list current. At the top of the page they appear by themselves; further down or while
 * paused they are only counted. Rows are loaded by the list’s own filters, so the count is exact.
 */
export function useLiveList<T extends Row>({ queryKey, readHead, accepts, isPaused }: LiveListOptions<T>) {
  const hash = hashKey(queryKey);
  const [waiting, setWaiting] = useState<{ hash: string; head: Head<T>; count: number }>();
  const fresh = useRef(new Set<string>());

  const show = useEffectEvent((head: Head<T>, key: QueryKey) => {
    setWaiting(undefined);
    queryClient.setQueryData<InfiniteData<Head<T>>>(key, (old) => {
      if (!old) return old;
      const { data, arrived } = mergeHead(old, head);
      for (const id of arrived) fresh.current.add(id);
      if (fresh.current.size > MAX_FRESH) fresh.current = new Set(arrived);
      return data;
    });
  });
  const receive = useEffectEvent((head: Head<T>, key: QueryKey) => {
    const old = queryClient.getQueryData<InfiniteData<Head<T>>>(key);
    if (!old) return;
    const count = countNew(old, head);
    if (count === 0) return;
    if (!isPaused && window.scrollY <= TOP_PX) show(head, key);
    else setWaiting({ hash, head, count });
  });
  const read = useEffectEvent(() => readHead());
  const key = useEffectEvent(() => queryKey);

  const ask = useRef<() => void>(undefined);
  useEffect(() => {
    // New filters: a running reload belongs to another list.
    let isOver = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isRequested = false;
    const of = key();
    const run = async () => {
      isRequested = false;
      try {
        const head = await read();
        if (!isOver) receive(head, of);
      } catch {
        // The list stays as it is; the resumed stream reloads it.
      }
      timer = isOver ? undefined : setTimeout(next, READ_EVERY_MS);
    };
    const next = () => {
      timer = undefined;
      if (isRequested) start();
    };
    const start = () => {
      // Keeps its timer until the answer, so that only one reload runs.
      timer = setTimeout(() => void run(), 0);
    };
    ask.current = () => {
      isRequested = true;
      if (timer === undefined) start();
    };
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- other filters are another list
  }, [hash]);

  useLive((update) => {
    if (accepts(update)) ask.current?.();
  });

  const current = waiting?.hash === hash ? waiting : undefined;
  const showWaiting = () => {
    if (current) show(current.head, queryKey);
  };
  // Back at the top, or no longer paused: nobody has to ask.
  const arrive = useEffectEvent(() => {
    if (window.scrollY <= TOP_PX) showWaiting();
  });
  const isHeld = current === undefined || isPaused;
  useEffect(() => {
    if (isHeld) return;
    const onScroll = () => arrive();
    const frame = requestAnimationFrame(onScroll);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('scroll', onScroll);
    };
  }, [isHeld]);

  return {
    /** Rows that wait to be shown. */
    waiting: current?.count ?? 0,
    /** The head was full, so there may be more. */
    isMore: current !== undefined && current.count === current.head.data.length && current.head.has_more,
    showWaiting,
    isFresh: ({ id }: T): boolean => fresh.current.has(id),
  };
}
