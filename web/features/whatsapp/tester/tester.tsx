import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../search';
import { queryClient, useTRPC } from '../../../trpc';
import { preload } from '../../../ui/lazy-parts';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Note } from '../../../ui/tag';
import { toastError } from '../../../ui/toast/toast';
import type { Instance } from '../frame';
import type { Message } from '../messages/labels';
import { useChatUpdates } from '../messages/use-message-updates';
import { useAddToThread, useThread } from '../messages/use-thread';
import { Phone } from '../phone/phone';
import { Thread } from '../phone/thread';
import { callOfMessage, type Call } from './call';
import { chatWith, FIRST_CONTACT, SIMULATED_CONTACTS } from './simulated-contacts';
import { t } from './texts';
import { useTemplate } from './use-template';

import './tester.css';

const Recipient = preload(async () => (await import('./recipient')).Recipient, null);
const Composer = preload(
  async () => (await import('../messages/composer/composer')).Composer,
  <Loading shape="form" rows={3} />,
);
const RecentEvents = preload(
  async () => (await import('./recent-events')).RecentEvents,
  <Loading shape="cards" rows={1} />,
);
const Network = preload(async () => (await import('./network/network')).Network, <Loading shape="form" rows={3} />);

const route = getRouteApi('/w/$ws/whatsapp/$instance/tester');
const PARTS = ['phone', 'timeline', 'simulate'] as const;
type Part = (typeof PARTS)[number];
const CHATS = 100;
const TYPING_MS = 2000;
const SENDS: ReadonlySet<Instance['status']> = new Set(['connected', 'reconnecting']);

export function Tester({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const can = useCan();
  const { id: ws } = useWorkspace();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp/$instance/tester' });
  const [part, setPart] = useState<Part>('phone');
  const [replyTo, setReplyTo] = useState<Message>();
  const [last, setLast] = useState<Call & { messageId?: string | undefined }>();
  const template = useTemplate(of.id, search.template);
  const isSandbox = !of.livemode;

  useChatUpdates(of.id);
  const list = useQuery(
    trpc.whatsapp.chats.list.queryOptions(
      { instance_id: of.id, limit: CHATS },
      // No event announces typing.
      isSandbox ? { refetchInterval: TYPING_MS } : {},
    ),
  );
  const chats = list.data?.data ?? [];
  const to = search.chat ?? search.to ?? (isSandbox ? FIRST_CONTACT : '');
  const chat = chats.find(({ id }) => id === search.chat) ?? chatWith(chats, to);
  const { query, rows } = useThread(of.id, chat?.id);
  const showAtOnce = useAddToThread();
  const thread: { data: object | undefined; error: unknown; refetch: () => unknown } = chat ? query : list;
  const lit = rows.find(({ id }) => id === search.message) ?? rows.at(-1);

  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true, resetScroll: false });
  const turnTo = (next: string) => {
    setReplyTo(undefined);
    setLast(undefined);
    const isChat = next.startsWith('cht_');
    change({ message: undefined, chat: isChat ? next : undefined, to: isChat || next === '' ? undefined : next });
  };
  const choose = (message: Message) => {
    change({ message: message.id });
    setLast(undefined);
  };
  const onSent = (message: Message, input: object) => {
    showAtOnce(message);
    setLast({ operation: 'whatsapp_messages_send', input: { ...input }, messageId: message.id });
    change({ message: undefined });
    if (!chat) void queryClient.invalidateQueries({ queryKey: trpc.whatsapp.chats.pathKey() });
  };
  const onCall = (operation: string, input: Record<string, unknown>) => setLast({ operation, input });

  const inbound = useMutation(trpc.whatsapp.sandbox.simulate_inbound.mutationOptions());
  const isGroup = chat?.type === 'group';
  const person = isGroup ? FIRST_CONTACT : (chat?.contact_id ?? to);
  const onSimulated = (input: object, messageId: string | null) => {
    setLast({ operation: 'whatsapp_sandbox_simulate_inbound', input: { ...input }, messageId: messageId ?? undefined });
    change({ message: messageId ?? undefined });
    if (!chat) void queryClient.invalidateQueries({ queryKey: trpc.whatsapp.chats.pathKey() });
  };
  const write = async (text: string): Promise<boolean> => {
    const group = isGroup && chat.group_id !== null ? { group_id: chat.group_id } : {};
    const event = { type: 'message' as const, content: { type: 'text' as const, text } };
    const input = { instance_id: of.id, from: person, ...group, event };
    try {
      const { data } = await inbound.mutateAsync(input);
      onSimulated(input, data[0]?.message_id ?? null);
      return true;
    } catch (error) {
      toastError(error, t('notReceived'));
      return false;
    }
  };
  const does = isSandbox ? SIMULATED_CONTACTS.find(({ phone }) => phone === to)?.does : undefined;
  const mayWrite = isSandbox && person !== '' && can('whatsapp.instances:write');
  const call = last ?? (lit && callOfMessage(lit, of));
  const shownParts = PARTS.filter((name) => name !== 'simulate' || isSandbox);
  const partOf = (name: Part, place: string) => ({
    className: 'tester-part',
    'data-place': place,
    'data-current': part === name,
  });

  return (
    <>
      <div className="tester-tabs" role="group" aria-label={t('parts')}>
        {shownParts.map((name) => (
          <button key={name} type="button" className="bare" aria-pressed={part === name} onClick={() => setPart(name)}>
            {t(`part_${name}`)}
          </button>
        ))}
      </div>
      <div className="tester">
        <div {...partOf('phone', 'send')}>
          {can('whatsapp.messages:send') && (
            <Card>
              <Composer
                instanceId={of.id}
                to={to}
                replyTo={replyTo}
                onReplyDone={() => setReplyTo(undefined)}
                onSent={onSent}
                template={template}
                recipient={<Recipient value={to} chats={chats} isSandbox={isSandbox} onChange={turnTo} />}
              />
            </Card>
          )}
          {!SENDS.has(of.status) && (
            <Note tone="warning">
              {t.rich('notConnected', {
                link: (text) => (
                  <Link to="/w/$ws/whatsapp/$instance/connection" params={{ ws, instance: of.id }}>
                    {text}
                  </Link>
                ),
              })}
            </Note>
          )}
        </div>
        <div {...partOf('phone', 'phone')}>
          <Phone
            title={chat?.title ?? (to || t('nobody'))}
            aside={
              <span className="dimmed truncate" role="status">
                {chat?.typing ? t('seesTyping', { text: chat.typing }) : (does ?? '')}
              </span>
            }
            onWrite={mayWrite ? write : undefined}
          >
            {rows.length > 0 ? (
              <Thread
                key={chat?.id}
                label={t('messages')}
                rows={rows}
                litId={lit?.id}
                onChoose={choose}
                onOlder={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
              />
            ) : (
              <Content query={thread} loading={<Loading shape="text" rows={3} />}>
                {() => <div className="phone-empty">{t('noMessages')}</div>}
              </Content>
            )}
          </Phone>
        </div>
        <div {...partOf('timeline', 'timeline')}>
          {/* Why there is no thread is said once, on the phone. */}
          {(thread.data || last) && <RecentEvents of={lit} call={call} onReply={setReplyTo} onCall={onCall} />}
        </div>
        {isSandbox && (
          <div {...partOf('simulate', 'simulate')}>
            <Network of={of} from={person} target={lit} onSimulated={onSimulated} onCall={onCall} />
          </div>
        )}
      </div>
    </>
  );
}
