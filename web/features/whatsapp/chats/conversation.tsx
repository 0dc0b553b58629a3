import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Time } from '../../../ui/time';
import { toastError } from '../../../ui/toast/toast';
import type { Chat, Message } from '../messages/labels';
import { ShowTyping } from '../messages/show-typing';
import { useAddToThread, useThread } from '../messages/use-thread';
import { Thread } from '../phone/thread';
import { useInstance } from '../use-instance';
import { ChatTags } from './chat-marks';

import './chats.css';

const Composer = lazyWhenIdle(
  async () => (await import('../messages/composer/composer')).Composer,
  <Loading shape="form" rows={2} />,
);
const ChatMenu = lazyWhenIdle(async () => (await import('./chat-menu')).ChatMenu);
const SelectedMessage = lazyWhenIdle(
  async () => (await import('./selected-message')).SelectedMessage,
  <Loading shape="text" rows={2} />,
);

interface ConversationProps {
  chatId: string;
  messageId: string | undefined;
  onChoose: (messageId: string | undefined) => void;
  /** The chat was deleted. */
  onGone: () => void;
}

export function Conversation({ chatId, messageId, onChoose, onGone }: ConversationProps) {
  const { id: instanceId } = useInstance();
  const trpc = useTRPC();
  const query = useQuery(trpc.whatsapp.chats.get.queryOptions({ instance_id: instanceId, chat_id: chatId }));
  return (
    <div className="conversation card">
      <Content
        query={query}
        what="chat"
        loading={<Loading shape="text" />}
        actions={
          <Link to="." search={((old: object) => ({ ...old, chat: undefined })) as never} className="copy-button">
            All chats
          </Link>
        }
      >
        {(chat) => <Open of={chat} messageId={messageId} onChoose={onChoose} onGone={onGone} />}
      </Content>
    </div>
  );
}

function Open({ of, messageId, onChoose, onGone }: { of: Chat } & Omit<ConversationProps, 'chatId'>) {
  const { id: ws } = useWorkspace();
  const maySend = useCan()('whatsapp.messages:send');
  const { query, rows } = useThread(of.instance_id, of.id);
  const showAtOnce = useAddToThread();
  const [replyTo, setReplyTo] = useState<Message>();
  const [isWriting, setIsWriting] = useState(false);
  return (
    <section aria-label={`Chat ${of.title}`}>
      <div className="conversation-head">
        <Link
          to="."
          search={((old: object) => ({ ...old, chat: undefined, message: undefined })) as never}
          className="copy-button conversation-back"
        >
          All chats
        </Link>
        <h2 className="truncate">{of.title}</h2>
        <ChatTags of={of} />
        {of.window_expires_at !== null && (
          <span className="dimmed">
            Window closes <Time at={of.window_expires_at} />
          </span>
        )}
        <span className="conversation-actions">
          <MarkRead of={of} />
          <ShowTyping of={of} />
          <ChatMenu of={of} onGone={onGone} />
          <Link
            to="/w/$ws/whatsapp/$instance/tester"
            params={{ ws, instance: of.instance_id }}
            search={{ chat: of.id }}
            className="copy-button"
          >
            Open in the tester
          </Link>
        </span>
      </div>
      <Content query={query} loading={<Loading shape="text" />}>
        {() => (
          <Thread
            label={`Messages with ${of.title}`}
            rows={rows}
            litId={messageId}
            onChoose={({ id }) => onChoose(id === messageId ? undefined : id)}
            onOlder={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
          />
        )}
      </Content>
      {messageId !== undefined && (
        <SelectedMessage
          id={messageId}
          known={rows.find(({ id }) => id === messageId)}
          onReply={(message) => {
            setReplyTo(message);
            setIsWriting(true);
          }}
          onClose={() => onChoose(undefined)}
        />
      )}
      {maySend && (
        <div className="conversation-write">
          {isWriting ? (
            <Composer
              instanceId={of.instance_id}
              to={of.id}
              replyTo={replyTo}
              onReplyDone={() => setReplyTo(undefined)}
              onSent={showAtOnce}
            />
          ) : (
            <button type="button" className="copy-button" onClick={() => setIsWriting(true)}>
              Write a message
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function MarkRead({ of }: { of: Chat }) {
  const trpc = useTRPC();
  const maySend = useCan()('whatsapp.messages:send');
  const input = { instance_id: of.instance_id, chat_id: of.id };
  const read = useMutation(
    trpc.whatsapp.chats.mark_read.mutationOptions({
      onError: (error) => toastError(error, 'Not marked as read'),
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.chats.pathKey() }),
    }),
  );
  if (of.unread_count === 0 || !maySend) return null;
  return (
    <>
      <button type="button" className="copy-button" disabled={read.isPending} onClick={() => read.mutate(input)}>
        Mark as read
      </button>
      <CopyAsCode operation="whatsapp_chats_mark_read" input={input} isSmall />
    </>
  );
}
