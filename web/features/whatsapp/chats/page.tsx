import { IconMessages } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { clearing, type ChoiceFilter, type FilterChange } from '../../../ui/filter/filter';
import { lazyWhenIdle, preload } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden } from '../../../ui/states/states';
import { rowsOf } from '../../../ui/table/load-more';
import { InstanceFrame, type Instance } from '../frame';
import { useChatUpdates } from '../messages/use-message-updates';
import { ChatList } from './chat-list';
import { Conversation } from './conversation';
import { STATES, type State } from './message-states';
import { t } from './texts';
import { useLabels } from './use-labels';

import './chats.css';

const FilterBar = preload(
  async () => (await import('../../../ui/filter/filter-bar')).FilterBar,
  <div className="filters chats-filters" />,
);
const FoundMessages = lazyWhenIdle(
  async () => (await import('./found-messages')).FoundMessages,
  <Loading shape="text" rows={2} />,
);

const route = getRouteApi('/w/$ws/whatsapp/$instance/chats');
const PAGE = 50;

export function ChatsPage() {
  const { instance } = route.useParams();
  const { chat } = route.useSearch();
  const { role } = useWorkspace();
  const mayRead = useCan()('whatsapp.messages:read');
  const input = { instance_id: instance };
  const code = [
    { operation: 'whatsapp_chats_list', input },
    ...(chat === undefined
      ? []
      : [
          { operation: 'whatsapp_messages_list', input: { ...input, chat_id: chat } },
          { operation: 'whatsapp_chats_mark_read', input: { ...input, chat_id: chat } },
          { operation: 'whatsapp_chats_set_typing', input: { ...input, chat_id: chat, state: 'typing' } },
        ]),
  ];
  return (
    <InstanceFrame instanceId={instance} tab="chats" code={code}>
      {(of) => (mayRead ? <Chats key={of.id} of={of} /> : <Forbidden role={role} />)}
    </InstanceFrame>
  );
}

const filtersOf = (labels: readonly { id: string; name: string }[]): ChoiceFilter[] => [
  { name: 'unread', label: t('readState'), options: [{ value: 'true', label: t('unread') }] },
  { name: 'archived', label: t('folder'), options: [{ value: 'true', label: t('archived') }] },
  {
    name: 'type',
    label: t('type'),
    options: (['direct', 'group', 'broadcast'] as const).map((value) => ({ value, label: t(`type_${value}`) })),
  },
  ...(labels.length > 0
    ? [{ name: 'label', label: t('label'), options: labels.map(({ id, name }) => ({ value: id, label: name })) }]
    : []),
  {
    name: 'state',
    label: t('messageStatus'),
    options: (Object.keys(STATES) as State[]).map((value) => ({ value, label: t(`state_${value}`) })),
  },
];

function Chats({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp/$instance/chats' });
  const { q, type, unread, label, archived, state } = search;
  const labels = useLabels(of.id).data?.data ?? [];
  const filters = filtersOf(labels);
  const query = useInfiniteQuery(
    trpc.whatsapp.chats.list.infiniteQueryOptions(
      {
        instance_id: of.id,
        ...compact({ q, type, unread, label_id: label }),
        archived: archived ? 'true' : 'false',
        limit: PAGE,
      },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  useChatUpdates(of.id);
  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true, resetScroll: false });
  const filter = (next: FilterChange) => change(next);
  const clear = () => filter(Object.assign({ q: undefined }, ...filters.map(clearing)) as FilterChange);
  const isFiltered = [q, type, unread, label, archived, state].some((value) => value !== undefined);
  const rows = query.data ? rowsOf(query.data) : [];

  return (
    <Content query={query} loading={<Loading rows={5} />}>
      {() =>
        rows.length === 0 && !isFiltered && search.chat === undefined ? (
          <Empty
            icon={IconMessages}
            title={t('noChats')}
            actions={
              <Link to="/w/$ws/whatsapp/$instance/tester" params={{ ws, instance: of.id }} className="copy-button">
                {t('openTester')}
              </Link>
            }
          >
            {t('noChatsHelp')}
          </Empty>
        ) : (
          <div className="chats card" data-open={search.chat !== undefined}>
            <div className="chats-side">
              <FilterBar
                search={t('search')}
                filters={filters}
                values={{ ...search, unread: unread && 'true', archived: archived && 'true' }}
                onChange={filter}
              />
              {state === undefined && rows.length > 0 && (
                <ChatList
                  rows={rows}
                  currentId={search.chat}
                  onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
                />
              )}
              {state === undefined && rows.length === 0 && (
                <div className="chats-nothing dimmed">
                  {t('noChatFound')}{' '}
                  {isFiltered && (
                    <button type="button" className="copy-button" onClick={clear}>
                      {t('clear')}
                    </button>
                  )}
                </div>
              )}
              {(q !== undefined || state !== undefined) && (
                <FoundMessages instanceId={of.id} words={q} state={state} currentId={search.message} />
              )}
            </div>
            {search.chat === undefined ? (
              <div className="chats-none dimmed">{t('selectChat')}</div>
            ) : (
              <Conversation
                key={search.chat}
                chatId={search.chat}
                messageId={search.message}
                onChoose={(message) => change({ message })}
                onGone={() => change({ chat: undefined, message: undefined })}
              />
            )}
          </div>
        )
      }
    </Content>
  );
}
