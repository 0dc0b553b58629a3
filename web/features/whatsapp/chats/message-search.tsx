import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Card } from '../../../ui/page';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { nameOfParty, STATUSES, summaryOf, type Message, type MessageStatus } from '../messages/labels';
import { useInstanceUpdates } from '../messages/use-message-updates';
import { useInstances } from '../use-instances';

import './chats.css';

const PAGE = 20;

const REST: Column<Message>[] = [
  { title: 'From', cell: ({ from }) => nameOfParty(from) },
  {
    title: 'Status',
    fit: true,
    cell: ({ status }) => <Tag tone={STATUSES[status].tone}>{STATUSES[status].label}</Tag>,
  },
];
const TIME: Column<Message> = { title: 'Time', fit: true, cell: ({ created_at: at }) => <Time at={at} /> };

const column = (link: (row: Message) => ReactNode): Column<Message> => ({ title: 'Message', main: true, cell: link });

export type State = keyof typeof STATES;

export const STATES = {
  waiting: { label: 'Waiting', title: 'Messages that wait', statuses: ['scheduled', 'queued', 'sending'] },
  unconfirmed: { label: 'Unconfirmed', title: 'Unconfirmed messages', statuses: ['unconfirmed'] },
  failed: { label: 'Failed', title: 'Failed messages', statuses: ['failed'] },
} satisfies Record<string, { label: string; title: string; statuses: MessageStatus[] }>;

interface FoundMessagesProps {
  instanceId: string;
  words?: string | undefined;
  state?: State | undefined;
}

const HERE = [
  TIME,
  column((row) => (
    <Link
      to="."
      search={((old: object) => ({ ...old, chat: row.chat_id, message: row.id })) as never}
      resetScroll={false}
      className="row-link chats-found"
    >
      {summaryOf(row)}
    </Link>
  )),
  ...REST,
];

export function MessageSearchResults({ instanceId, words, state }: FoundMessagesProps) {
  const trpc = useTRPC();
  const status = state && STATES[state].statuses;
  const input = { instance_id: instanceId, ...compact({ q: words, status }) };
  const query = useInfiniteQuery(
    trpc.whatsapp.messages.list.infiniteQueryOptions(
      { ...input, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  useInstanceUpdates(instanceId, () => {
    if (state !== undefined) void query.refetch({ cancelRefetch: false });
  });
  const title = [state && STATES[state].title, words && `${state ? 'with' : 'Messages with'} “${words}”`];
  const code = <CopyAsCode operation="whatsapp_messages_list" input={input} />;
  return <MessageList query={query} title={title.filter(Boolean).join(' ')} columns={HERE} code={code} />;
}

/** The same over all instances, also those that were deleted in the last thirty days. */
export function WorkspaceMessageResults({ words }: { words: string }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const instances = useInstances();
  const query = useInfiniteQuery(
    trpc.whatsapp.messages.search.infiniteQueryOptions(
      { q: words, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const nameOf = (row: Message) => instances.find(({ id }) => id === row.instance_id)?.name;
  const columns = [
    TIME,
    column((row) =>
      nameOf(row) === undefined ? (
        <span className="chats-found">{summaryOf(row)}</span>
      ) : (
        <Link
          to="/w/$ws/whatsapp/$instance/chats"
          params={{ ws, instance: row.instance_id }}
          search={{ chat: row.chat_id, message: row.id }}
          className="row-link chats-found"
        >
          {summaryOf(row)}
        </Link>
      ),
    ),
    { title: 'Instance', cell: (row: Message) => nameOf(row) ?? <span className="dimmed">Deleted</span> },
    ...REST,
  ];
  const code = <CopyAsCode operation="whatsapp_messages_search" input={{ q: words }} />;
  return <MessageList query={query} title={`Messages with “${words}”`} columns={columns} code={code} />;
}

interface FoundProps {
  query: ComponentProps<typeof LoadMore>['query'] & {
    data: InfiniteData<{ data: Message[] }> | undefined;
    refetch: () => unknown;
  };
  title: string;
  columns: readonly Column<Message>[];
  code: ReactNode;
}

function MessageList({ query, title, columns, code }: FoundProps) {
  const rows = query.data ? rowsOf(query.data) : [];
  return (
    <div className="chats-results">
      <Card title={title} actions={code} flush>
        <Content query={query} loading={<Loading rows={2} />}>
          {() =>
            rows.length > 0 ? (
              <DataTable
                label="Found messages"
                bare
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                footer={<LoadMore query={query} />}
              />
            ) : (
              <div className="chats-nothing dimmed">There is no such message.</div>
            )
          }
        </Content>
      </Card>
    </div>
  );
}
