import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { account, byCursor, queryClient, type Outputs } from '../../trpc';
import { Confirm } from '../../ui/dialog/dialog';
import { browserOf, formatCount } from '../../ui/format';
import { Page } from '../../ui/page';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';

type Session = Outputs['account']['sessions']['list']['data'][number];

const refresh = () => queryClient.invalidateQueries({ queryKey: account.account.sessions.pathKey() });

export function SessionsPage() {
  const query = useInfiniteQuery(account.account.sessions.list.infiniteQueryOptions({}, byCursor));
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useMutation(
    account.account.sessions.revoke.mutationOptions({
      onSuccess: () => toast('Session ended'),
      onError: (error) => toastError(error, 'The session goes on'),
      onSettled: refresh,
    }),
  );
  const revokeOthers = useMutation(
    account.account.sessions.revoke_others.mutationOptions({
      onSuccess: ({ revoked }) => toast(`${formatCount(revoked, 'session')} ended`),
      onError: (error) => toastError(error, 'The sessions go on'),
      onSettled: async () => {
        setIsAsking(false);
        await refresh();
      },
    }),
  );

  const columns: Column<Session>[] = [
    {
      title: 'Browser',
      cell: ({ user_agent: agent, current }) => (
        <span style={{ display: 'flex', gap: 8, alignItems: 'center', fontWeight: 550 }} title={agent}>
          {browserOf(agent)} {current && <Tag tone="success">This one</Tag>}
        </span>
      ),
    },
    { title: 'Address', cell: ({ ip }) => <span className="mono">{ip}</span> },
    { title: 'Signed in', cell: ({ created_at: at }) => <Time at={at} />, priority: 2 },
    { title: 'Last seen', cell: ({ last_seen_at: at }) => <Time at={at} /> },
    { title: 'Ends', cell: ({ expires_at: at }) => <Time at={at} />, priority: 2 },
    {
      title: '',
      label: 'Actions',
      fit: true,
      align: 'right',
      cell: ({ id, current }) =>
        !current && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            loading={revoke.isPending && revoke.variables.session_id === id}
            onClick={() => revoke.mutate({ session_id: id })}
          >
            End session
          </Button>
        ),
    },
  ];

  return (
    <Page
      title="Sessions"
      lead="Browsers in which you are signed in. A session ends after 7 days without use, and after 30 days at the latest."
      actions={
        (query.data?.pages[0]?.data.length ?? 0) > 1 && (
          <Button variant="default" size="xs" onClick={() => setIsAsking(true)}>
            End all others
          </Button>
        )
      }
    >
      <Content query={query} loading={<Loading rows={3} />}>
        {(data) => (
          <DataTable
            label="Sessions"
            columns={columns}
            rows={rowsOf(data)}
            rowKey={({ id }) => id}
            footer={<LoadMore query={query} />}
          />
        )}
      </Content>
      {isAsking && (
        <Confirm
          title="End all other sessions?"
          action="End sessions"
          isPending={revokeOthers.isPending}
          onConfirm={() => revokeOthers.mutate()}
          onClose={() => setIsAsking(false)}
        >
          Every other browser is signed out at once. This one stays.
        </Confirm>
      )}
    </Page>
  );
}
