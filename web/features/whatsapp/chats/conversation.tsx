import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useTRPC } from '../../../trpc';
import { Avatar } from '../../../ui/icons/avatar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Time } from '../../../ui/time';
import { titleOf, type Chat, type Message } from '../messages/labels';
import { useAddToThread, useThread } from '../messages/use-thread';
import { Thread } from '../phone/thread';
import { useInstance } from '../use-instance';
import { ChatTags } from './chat-marks';
import { t } from './texts';
import { useMarkRead } from './use-mark-read';

const Composer = lazyWhenIdle(
  async () => (await import('../messages/composer/composer')).Composer,
  <div className="composer-meanwhile" />,
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
    <div className="conversation">
      <Content query={query} what={t('chat')} loading={<Loading shape="text" />} actions={<Back />}>
        {(chat) => <Open of={chat} messageId={messageId} onChoose={onChoose} onGone={onGone} />}
      </Content>
    </div>
  );
}

const Back = () => (
  <Link
    to="."
    search={((old: object) => ({ ...old, chat: undefined, message: undefined })) as never}
    className="copy-button conversation-back"
  >
    <IconArrowLeft size={16} stroke={1.6} aria-hidden />
    {t('back')}
  </Link>
);

function Open({ of, messageId, onChoose, onGone }: { of: Chat } & Omit<ConversationProps, 'chatId'>) {
  const maySend = useCan()('whatsapp.messages:send');
  const { query, rows } = useThread(of.instance_id, of.id);
  const showAtOnce = useAddToThread();
  const [replyTo, setReplyTo] = useState<Message>();
  const name = titleOf(of);
  useMarkRead(of);
  return (
    <section className="conversation-parts" aria-label={t('chatWith', { name })}>
      <div className="conversation-head">
        <Back />
        <Avatar name={name} seed={of.contact_id ?? of.id} size={32} />
        <h2 className="truncate">{name}</h2>
        <ChatTags of={of} />
        {of.window_expires_at !== null && (
          <span className="dimmed conversation-window">
            {t.rich('windowOpen', { time: () => <Time at={of.window_expires_at} /> })}
          </span>
        )}
        <span className="conversation-actions">
          <ChatMenu of={of} onGone={onGone} />
        </span>
      </div>
      <Content query={query} loading={<Loading shape="text" />}>
        {() => (
          <Thread
            label={t('messagesOf', { name })}
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
          onReply={setReplyTo}
          onClose={() => onChoose(undefined)}
        />
      )}
      {maySend && (
        <div className="conversation-write">
          <Composer
            instanceId={of.instance_id}
            to={of.id}
            replyTo={replyTo}
            onReplyDone={() => setReplyTo(undefined)}
            onSent={showAtOnce}
          />
        </div>
      )}
    </section>
  );
}
