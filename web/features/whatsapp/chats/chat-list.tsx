import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { summaryOf, type Chat } from '../messages/labels';
import { Ticks } from '../phone/ticks';
import { ChatMarks } from './chat-marks';

import './chats.css';

const ROW_PX = 62;
const SPARE = 6;
const NEAR_END = 5;

interface ChatListProps {
  rows: readonly Chat[];
  currentId: string | undefined;
  onMore?: (() => void) | undefined;
}

export function ChatList({ rows, currentId, onMore }: ChatListProps) {
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- its answers change on scroll, so they are not kept
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan: SPARE,
    useFlushSync: false,
  });
  const shown = virtual.getVirtualItems();
  return (
    <div
      ref={frame}
      className="chat-list"
      onScroll={() => {
        const end = virtual.getVirtualItems().at(-1)?.index ?? 0;
        if (end >= rows.length - NEAR_END) onMore?.();
      }}
    >
      <ul aria-label="Chats" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <li
                key={key}
                aria-posinset={index + 1}
                aria-setsize={rows.length}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ChatRow of={row} isCurrent={row.id === currentId} />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

function ChatRow({ of, isCurrent }: { of: Chat; isCurrent: boolean }) {
  const { last_message: last } = of;
  return (
    <Link
      to="."
      search={((old: object) => ({ ...old, chat: of.id, message: undefined })) as never}
      className="chat-row"
      aria-current={isCurrent ? 'true' : undefined}
      resetScroll={false}
    >
      <span className="chat-row-head">
        <span className="truncate chat-row-title">{of.title}</span>
        <ChatMarks of={of} />
        {of.unread_count > 0 && <Tag tone="success">{of.unread_count} unread</Tag>}
      </span>
      <span className="chat-row-last">
        <span className="truncate">{last ? summaryOf(last) : 'No messages'}</span>
        {last?.direction === 'outbound' && <Ticks status={last.status} />}
        {last && <Time at={last.created_at} />}
      </span>
    </Link>
  );
}
