import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Card } from '../../../ui/page';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { nameOfParty, STATUSES, summaryOf, type Message } from '../messages/words';

const PAGE = 20;

const COLUMNS: Column<Message>[] = [
  { title: 'Time', fit: true, cell: ({ created_at: at }) => <Time at={at} /> },
  {
    title: 'Message',
    main: true,
    cell: (row) => (
      <Link
        to="."
        search={((old: object) => ({ ...old, chat: row.chat_id, message: row.id })) as never}
        resetScroll={false}
        className="row-link chats-found"
      >
        {summaryOf(row)}
      </Link>
    ),
  },
  { title: 'From', cell: ({ from }) => nameOfParty(from) },
  {
    title: 'Status',
    fit: true,
    cell: ({ status }) => <Tag tone={STATUSES[status].tone}>{STATUSES[status].label}</Tag>,
  },
];

/** Messages of all chats with these words, newest first. */
export function FoundMessages({ instanceId, words }: { instanceId: string; words: string }) {
  const trpc = useTRPC();
  const input = { instance_id: instanceId, q: words };
  const query = useInfiniteQuery(
    trpc.whatsapp.messages.list.infiniteQueryOptions(
      { ...input, limit: PAGE },
      { ...byCursor, placeholderData: keepPreviousData },
    ),
  );
  const rows = query.data ? rowsOf(query.data) : [];
  return (
    <div className="chats-results">
      <Card
        title={`Messages with “${words}”`}
        actions={<CopyAsCode operation="whatsapp_messages_list" input={input} />}
        flush
      >
        <Content query={query} loading={<Loading rows={2} />}>
          {() =>
            rows.length > 0 ? (
              <DataTable
                label="Found messages"
                bare
                columns={COLUMNS}
                rows={rows}
                rowKey={({ id }) => id}
                footer={<LoadMore query={query} />}
              />
            ) : (
              <div className="chats-nothing dimmed">No message has all of these words.</div>
            )
          }
        </Content>
      </Card>
    </div>
  );
}
