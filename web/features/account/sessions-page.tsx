import { Button } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { account, byCursor, queryClient, type Outputs } from '../../trpc';
import { Confirm } from '../../ui/dialog/dialog';
import { browserOf } from '../../ui/format';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { AccountFrame } from './frame';
import { t } from './texts';

import './account.css';

type Session = Outputs['account']['sessions']['list']['data'][number];

const refresh = () => queryClient.invalidateQueries({ queryKey: account.account.sessions.pathKey() });

export function SessionsPage() {
  const query = useInfiniteQuery(account.account.sessions.list.infiniteQueryOptions({}, byCursor));
  const [isAsking, setIsAsking] = useState(false);
  const revoke = useMutation(
    account.account.sessions.revoke.mutationOptions({
      onSuccess: () => toast(t('signedOut')),
      onError: (error) => toastError(error, t('notSignedOut')),
      onSettled: refresh,
    }),
  );
  const revokeOthers = useMutation(
    account.account.sessions.revoke_others.mutationOptions({
      onSuccess: ({ revoked }) => toast(t('othersEnded', { count: revoked })),
      onError: (error) => toastError(error, t('othersNotEnded')),
      onSettled: async () => {
        setIsAsking(false);
        await refresh();
      },
    }),
  );

  const columns: Column<Session>[] = [
    {
      title: t('browser'),
      cell: ({ user_agent: agent, current }) => (
        <span className="account-browser" title={agent}>
          <span className="truncate">{browserOf(agent)}</span> {current && <Tag>{t('thisBrowser')}</Tag>}
        </span>
      ),
    },
    { title: t('ipAddress'), cell: ({ ip }) => <span className="mono">{ip}</span> },
    { title: t('signedIn'), cell: ({ created_at: at }) => <Time at={at} />, priority: 3 },
    { title: t('lastSeen'), cell: ({ last_seen_at: at }) => <Time at={at} />, named: true },
    { title: t('expires'), cell: ({ expires_at: at }) => <Time at={at} />, priority: 2 },
    {
      title: '',
      label: t('actions'),
      fit: true,
      align: 'right',
      cell: ({ id, user_agent: agent, current }) =>
        !current && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={t('signOutOf', { browser: browserOf(agent) })}
            loading={revoke.isPending && revoke.variables.session_id === id}
            onClick={() => revoke.mutate({ session_id: id })}
          >
            {t('signOut')}
          </Button>
        ),
    },
  ];

  return (
    <AccountFrame
      title={t('sessions')}
      lead={t('sessionsLead')}
      actions={
        (query.data?.pages[0]?.data.length ?? 0) > 1 && (
          <Button variant="default" size="sm" onClick={() => setIsAsking(true)}>
            {t('signOutOthers')}
          </Button>
        )
      }
    >
      <Content query={query} loading={<Loading rows={3} />}>
        {(data) => (
          <DataTable
            label={t('sessions')}
            columns={columns}
            rows={rowsOf(data)}
            rowKey={({ id }) => id}
            footer={<LoadMore query={query} />}
          />
        )}
      </Content>
      {isAsking && (
        <Confirm
          title={t('signOutOthersTitle')}
          action={t('signOutOthers')}
          isPending={revokeOthers.isPending}
          onConfirm={() => revokeOthers.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {t('signOutOthersHelp')}
        </Confirm>
      )}
    </AccountFrame>
  );
}
