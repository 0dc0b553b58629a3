import { IconLinkOff } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { account, byCursor, queryClient, type Outputs } from '../../../trpc';
import { Confirm } from '../../../ui/dialog/dialog';
import { errorText } from '../../../ui/problem';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast } from '../../../ui/toast/toast';
import { RowAction } from '../row-action';
import { t } from './texts';

type BlockedLink = Outputs['instance']['links']['list_blocked']['data'][number];

export function BlockedLinks() {
  const [unblocking, setUnblocking] = useState<BlockedLink>();
  const query = useInfiniteQuery(account.instance.links.list_blocked.infiniteQueryOptions({}, byCursor));
  const columns: Column<BlockedLink>[] = [
    { title: t('link'), cell: ({ short_url: url }) => <span className="mono instance-url">{url}</span> },
    { title: t('workspace'), priority: 2, cell: ({ workspace_name: name }) => name },
    {
      title: t('reason'),
      priority: 2,
      cell: ({ reason }) => reason ?? <span className="dimmed">{t('noReason')}</span>,
    },
    { title: t('blockedSince'), priority: 2, cell: ({ blocked_at: at }) => <Time at={at} /> },
    {
      title: '',
      label: t('unblock'),
      fit: true,
      align: 'right',
      cell: (row) => (
        <RowAction
          action={t('unblock')}
          label={t('unblockOf', { name: row.short_url })}
          onClick={() => setUnblocking(row)}
        />
      ),
    },
  ];
  return (
    <>
      <Content query={query} loading={<Loading rows={6} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length === 0) {
            return (
              <Empty icon={IconLinkOff} title={t('noBlockedLinks')}>
                {t('noBlockedLinksHelp')}
              </Empty>
            );
          }
          const footer = <LoadMore query={query} />;
          return (
            <DataTable
              label={t('blockedLinks')}
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              footer={footer}
            />
          );
        }}
      </Content>
      {unblocking && <UnblockDialog of={unblocking} onClose={() => setUnblocking(undefined)} />}
    </>
  );
}

function UnblockDialog({ of, onClose }: { of: BlockedLink; onClose: () => void }) {
  const unblock = useMutation(
    account.instance.links.unblock.mutationOptions({
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: account.instance.links.pathKey() });
        toast(t('linkUnblocked', { name: of.short_url }));
        onClose();
      },
    }),
  );
  return (
    <Confirm
      title={t('unblockLinkTitle')}
      action={t('unblockLink')}
      isDangerous={false}
      isPending={unblock.isPending}
      error={
        unblock.error && (
          <Note tone="error" alert>
            {errorText(unblock.error)}
          </Note>
        )
      }
      onConfirm={() => unblock.mutate({ short_url: of.short_url })}
      onClose={onClose}
    >
      <p className="mono instance-url">{of.short_url}</p>
      <p>{t('unblockLinkHelp')}</p>
      {of.reason && <p>{t('wasBlockedFor', { reason: of.reason })}</p>}
    </Confirm>
  );
}
