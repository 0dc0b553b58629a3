import { keepPreviousData, useInfiniteQuery, type InfiniteData } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';

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
import { nameOfParty, STATUSES, summaryOf, type Message } from '../messages/labels';
import { useInstances } from '../use-instances';
import { t } from './texts';

import './chats.css';

const PAGE = 20;

const rest = (): Column<Message>[] => [
  { title: t('from'), cell: ({ from }) => nameOfParty(from) },
  {
    title: t('status'),
    fit: true,
    cell: ({ status }) => <Tag tone={STATUSES[status].tone}>{STATUSES[status].label}</Tag>,
  },
];
const time = (): Column<Message> => ({ title: t('time'), fit: true, cell: ({ created_at: at }) => <Time at={at} /> });

const column = (link: (row: Message) => ReactNode): Column<Message> => ({
  title: t('message'),
  main: true,
  cell: link,
});

/** Messages of all instances, also those that were deleted in the last thirty days. */
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
    time(),
    column((row) =>
      nameOf(row) === undefined ? (
        <span className="messages-found">{summaryOf(row)}</span>
      ) : (
        <Link
          to="/w/$ws/whatsapp/$instance/chats"
          params={{ ws, instance: row.instance_id }}
          search={{ chat: row.chat_id, message: row.id }}
          className="row-link messages-found"
        >
          {summaryOf(row)}
        </Link>
      ),
    ),
    {
      title: t('instance'),
      cell: (row: Message) => nameOf(row) ?? <span className="dimmed">{t('deletedInstance')}</span>,
    },
    ...rest(),
  ];
  const code = <CopyAsCode operation="whatsapp_messages_search" input={{ q: words }} />;
  return <MessageList query={query} title={t('messagesWith', { words })} columns={columns} code={code} />;
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
                label={t('foundMessages')}
                bare
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                footer={<LoadMore query={query} />}
              />
            ) : (
              <div className="chats-nothing dimmed">{t('noMessageFound')}</div>
            )
          }
        </Content>
      </Card>
    </div>
  );
}
