import { Link } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';

import { formatNumber } from '../../../ui/format';
import { Avatar } from '../../../ui/icons/avatar';
import { Time } from '../../../ui/time';
import { summaryOf, titleOf, type Chat } from '../messages/labels';
import { Ticks } from '../phone/ticks';
import { ChatMarks } from './chat-marks';
import { t } from './texts';

import './chats.css';

const ROW_PX = 64;
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
      <ul aria-label={t('chats')} style={{ height: virtual.getTotalSize() }}>
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
      aria-current={isCurrent ? 'page' : undefined}
      className="chat-row"
      resetScroll={false}
    >
      <Avatar name={titleOf(of)} seed={of.contact_id ?? of.id} size={36} />
      <span className="chat-row-lines">
        <span className="chat-row-head">
          <span className="truncate chat-row-title">{titleOf(of)}</span>
          <ChatMarks of={of} />
          {last && <Time at={last.created_at} />}
        </span>
        <span className="chat-row-last">
          {last?.direction === 'outbound' && <Ticks status={last.status} />}
          <span className="truncate">{last ? summaryOf(last) : t('noMessages')}</span>
          {of.unread_count > 0 && (
            <span className="chat-unread">
              <span aria-hidden>{formatNumber(of.unread_count)}</span>
              <span className="visually-hidden">{t('unreadCount', { count: of.unread_count })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}
