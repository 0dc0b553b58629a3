import { Button } from '@mantine/core';
import { IconLinkOff, IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../../search';
import { account, byCursor, queryClient, type Outputs } from '../../../trpc';
import { Confirm } from '../../../ui/dialog/dialog';
import { Card } from '../../../ui/page';
import type { Column } from '../../../ui/table/data-table';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { InstancePage } from '../frame';
import { RowAction } from '../row-action';
import { SearchableList } from '../searchable-list';
import { BlockHostDialog } from './block-host-dialog';
import { effectOf } from './block-labels';
import { DomainBlock, LinkBlock } from './block-one';
import { BlockedLinks } from './blocked-links';

import '../instance.css';

type BlockedHost = Outputs['instance']['links']['hosts']['list']['data'][number];

const route = getRouteApi('/account-layout/instance/links');

export function InstanceLinksPage() {
  const [isAdding, setIsAdding] = useState(false);
  return (
    <InstancePage
      title="Link blocks"
      lead="Hosts that no short link may lead to, in any workspace; besides the lists on the server."
      actions={
        <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsAdding(true)}>
          Block host
        </Button>
      }
    >
      <Hosts />
      <div className="instance-blocked">
        <BlockedLinks />
      </div>
      <div className="instance-blocks">
        <Card title="One link">
          <LinkBlock />
        </Card>
        <Card title="One link domain">
          <DomainBlock />
        </Card>
      </div>
      {isAdding && <BlockHostDialog onClose={() => setIsAdding(false)} />}
    </InstancePage>
  );
}

function Hosts() {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/instance/links' });
  const [unblocking, setUnblocking] = useState<BlockedHost>();
  const query = useInfiniteQuery(
    account.instance.links.hosts.list.infiniteQueryOptions(compact({ q }), {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const columns: Column<BlockedHost>[] = [
    { title: 'Host', cell: ({ host }) => <span className="mono instance-url">{host}</span> },
    { title: 'Reason', priority: 2, cell: ({ reason }) => reason ?? <span className="dimmed">None given</span> },
    { title: 'Blocked by', priority: 2, cell: ({ created_by: by }) => by.name ?? 'Somebody who is gone' },
    { title: 'Since', priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: '',
      label: 'Actions',
      fit: true,
      align: 'right',
      cell: (row) => <RowAction action="Unblock" of={row.host} onClick={() => setUnblocking(row)} />,
    },
  ];

  return (
    <>
      <SearchableList
        label="Blocked hosts"
        icon={IconLinkOff}
        columns={columns}
        rowKey={({ host }) => host}
        query={query}
        search="Find by host"
        q={q}
        empty="Links lead wherever the lists on the server allow. Block a host to stop all links to it and below it."
        onSearch={(next) => void navigate({ search: compact({ q: next }), replace: true })}
      />
      {unblocking && <UnblockDialog of={unblocking} onClose={() => setUnblocking(undefined)} />}
    </>
  );
}

function UnblockDialog({ of, onClose }: { of: BlockedHost; onClose: () => void }) {
  const remove = useMutation(
    account.instance.links.hosts.remove.mutationOptions({
      onSuccess: (effect) => toast(`${effect.host} is free`, { text: effectOf(effect, 'freed') }),
      onError: (error) => toastError(error, 'Nothing was changed'),
      onSettled: () => {
        onClose();
        return queryClient.invalidateQueries({ queryKey: account.instance.links.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={`Unblock ${of.host}?`}
      action="Unblock host"
      isDangerous={false}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ host: of.host })}
      onClose={onClose}
    >
      <p>Links to it and below it lead on at once, unless something else blocks them, and new ones can be made.</p>
      {of.reason && <p>It was blocked for: {of.reason}</p>}
    </Confirm>
  );
}
