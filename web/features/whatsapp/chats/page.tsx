import { IconMessages } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, Forbidden, NoMatch } from '../../../ui/states/states';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { rowsOf } from '../../../ui/table/load-more';
import { InstanceFrame, type Instance } from '../frame';
import { useChatUpdates } from '../messages/use-message-updates';
import { ChatList } from './chat-list';
import { Conversation } from './conversation';
import { MessageSearchResults, STATES, type State } from './message-search';
import { useLabels } from './use-labels';

import './chats.css';

const route = getRouteApi('/w/$ws/whatsapp/$instance/chats');
const PAGE = 50;
const TYPES = [
  { value: 'direct', label: 'With one person' },
  { value: 'group', label: 'Groups' },
  { value: 'broadcast', label: 'Broadcasts' },
] as const;

const STATE_OPTIONS = (Object.keys(STATES) as State[]).map((value) => ({ value, label: STATES[value].label }));

export function ChatsPage() {
  const { instance } = route.useParams();
  const { role } = useWorkspace();
  const mayRead = useCan()('whatsapp.messages:read');
  return (
    <InstanceFrame instanceId={instance} tab="chats">
      {(of) => (mayRead ? <Chats key={of.id} of={of} /> : <Forbidden role={role} />)}
    </InstanceFrame>
  );
}

function Chats({ of }: { of: Instance }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const search = route.useSearch();
  const navigate = useNavigate({ from: '/w/$ws/whatsapp/$instance/chats' });
  const { q, type, unread, label, archived, words, state } = search;
  const filters = { ...compact({ q, type, unread, label_id: label }), archived: archived ? 'true' : 'false' } as const;
  const labels = useLabels(of.id).data?.data ?? [];
  const query = useInfiniteQuery(
    trpc.whatsapp.chats.list.infiniteQueryOptions(
      { instance_id: of.id, ...filters, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  useChatUpdates(of.id);
  const change = (next: { [K in keyof typeof search]?: (typeof search)[K] | undefined }) =>
    void navigate({ search: (old) => compact({ ...old, ...next }), replace: true, resetScroll: false });
  const active = [
    ...(type
      ? [{ label: TYPES.find(({ value }) => value === type)?.label ?? type, remove: () => change({ type: undefined }) }]
      : []),
    ...(unread ? [{ label: 'Unread', remove: () => change({ unread: undefined }) }] : []),
    ...(archived ? [{ label: 'Archived', remove: () => change({ archived: undefined }) }] : []),
    ...(label
      ? [
          {
            label: labels.find(({ id }) => id === label)?.name ?? 'Label',
            remove: () => change({ label: undefined }),
          },
        ]
      : []),
    ...(q ? [{ label: `“${q}”`, remove: () => change({ q: undefined }) }] : []),
  ];
  const clear = () =>
    change({ q: undefined, type: undefined, unread: undefined, label: undefined, archived: undefined });
  const rows = query.data ? rowsOf(query.data) : [];
  return (
    <>
      <Filters>
        <SearchField label="Find words in messages" value={words} onChange={(next) => change({ words: next })} />
        <FilterSelect
          label="Messages by status"
          width={160}
          value={state}
          options={STATE_OPTIONS}
          onChange={(next) => change({ state: next })}
        />
        <SearchField label="Find a chat by its name" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Type" value={type} options={TYPES} onChange={(next) => change({ type: next })} />
        <FilterSelect
          label="Read or not"
          width={130}
          value={unread ? 'unread' : undefined}
          options={[{ value: 'unread', label: 'Unread' }]}
          onChange={(next) => change({ unread: next && true })}
        />
        <FilterSelect
          label="Archived or not"
          width={130}
          value={archived ? 'archived' : undefined}
          options={[{ value: 'archived', label: 'Archived' }]}
          onChange={(next) => change({ archived: next && true })}
        />
        {labels.length > 0 && (
          <FilterSelect
            label="Label"
            value={label}
            options={labels.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(next) => change({ label: next })}
          />
        )}
        <CopyAsCode operation="whatsapp_chats_list" input={{ instance_id: of.id, ...filters }} />
      </Filters>
      {(words !== undefined || state !== undefined) && (
        <MessageSearchResults instanceId={of.id} words={words} state={state} />
      )}
      <Content query={query} loading={<Loading rows={5} />}>
        {() =>
          rows.length > 0 || search.chat !== undefined ? (
            <div className="chats" data-open={search.chat !== undefined}>
              <ChatList
                rows={rows}
                currentId={search.chat}
                onMore={query.hasNextPage && !query.isFetching ? () => void query.fetchNextPage() : undefined}
              />
              {search.chat === undefined ? (
                <div className="chats-none card dimmed">Choose a chat</div>
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
          ) : active.length > 0 ? (
            <NoMatch filters={active} onClear={clear} />
          ) : (
            <Empty
              icon={IconMessages}
              title="No chats yet"
              actions={
                <Link to="/w/$ws/whatsapp/$instance/tester" params={{ ws, instance: of.id }} className="copy-button">
                  Open the tester
                </Link>
              }
            >
              A chat begins with the first message, whoever writes it.
            </Empty>
          )
        }
      </Content>
    </>
  );
}
