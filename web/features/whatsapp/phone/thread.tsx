import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useEffectEvent, useRef } from 'react';

import type { Message } from '../messages/labels';
import { Bubble } from './bubble';
import { dayLabel, isNewDay } from './days';

import './phone.css';

const BUBBLE_PX = 64;
const SPARE = 8;
const EDGE_PX = 6;
const NEAR_TOP_PX = 120;

interface ThreadProps {
  rows: readonly Message[];
  litId: string | undefined;
  onChoose: (message: Message) => void;
  onOlder?: (() => void) | undefined;
  label: string;
}

/** Scrolled to its end until somebody scrolls up; only messages in view are drawn. */
export function Thread({ rows, litId, onChoose, onOlder, label }: ThreadProps) {
  const wall = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its answers change on scroll, so they are not kept
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => wall.current,
    estimateSize: () => BUBBLE_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: SPARE,
    paddingStart: EDGE_PX,
    paddingEnd: EDGE_PX,
    anchorTo: 'end',
    followOnAppend: true,
    useFlushSync: false,
  });
  const isEmpty = rows.length === 0;
  const showEnd = useEffectEvent(() => virtual.scrollToEnd());
  useEffect(() => {
    if (!isEmpty) showEnd();
  }, [isEmpty]);

  // One that was chosen elsewhere comes into view.
  const showLit = useEffectEvent((id: string) => {
    const index = rows.findIndex((row) => row.id === id);
    if (index >= 0) virtual.scrollToIndex(index, { align: 'auto' });
  });
  useEffect(() => {
    if (litId !== undefined) showLit(litId);
  }, [litId]);

  return (
    <div
      ref={wall}
      className="thread"
      role="log"
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop } }) => {
        if (scrollTop < NEAR_TOP_PX) onOlder?.();
      }}
    >
      <div className="thread-content" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                ref={virtual.measureElement}
                data-index={index}
                className="thread-row"
                style={{ transform: `translateY(${start}px)` }}
              >
                {isNewDay(rows[index - 1], row) && (
                  <div className="thread-day">
                    <span>{dayLabel(row)}</span>
                  </div>
                )}
                <Bubble of={row} isLit={row.id === litId} onChoose={onChoose} />
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
