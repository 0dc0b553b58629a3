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
import { useOverlay } from '../../../ui/use-overlay';
import { InstancePage } from '../frame';
import { RowAction } from '../row-action';
import { SearchableList } from '../searchable-list';
import { BlockHostDialog } from './block-host-dialog';
import { effectOf } from './block-labels';
import { DomainBlock, LinkBlock } from './block-one';
import { BlockedLinks } from './blocked-links';
import { t } from './texts';

import '../instance.css';

type BlockedHost = Outputs['instance']['links']['hosts']['list']['data'][number];

const route = getRouteApi('/account-layout/instance/links');

export function InstanceLinksPage() {
  const { create } = route.useSearch();
  const dialog = useOverlay('create');
  return (
    <InstancePage
      title={t('linkBlocks')}
      lead={t('lead')}
      actions={
        <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => dialog.open()}>
          {t('blockDomain')}
        </Button>
      }
    >
      <Hosts />
      <div className="instance-blocked">
        <BlockedLinks />
      </div>
      <div className="instance-blocks">
        <Card title={t('singleLink')}>
          <LinkBlock />
        </Card>
        <Card title={t('linkDomain')}>
          <DomainBlock />
        </Card>
      </div>
      {create && <BlockHostDialog onClose={() => dialog.close()} />}
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
    { title: t('domain'), cell: ({ host }) => <span className="mono instance-url">{host}</span> },
    {
      title: t('reason'),
      priority: 2,
      cell: ({ reason }) => reason ?? <span className="dimmed">{t('noReason')}</span>,
    },
    { title: t('blockedBy'), priority: 2, cell: ({ created_by: by }) => by.name ?? t('deletedUser') },
    { title: t('blockedSince'), priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: '',
      label: t('unblock'),
      fit: true,
      align: 'right',
      cell: (row) => (
        <RowAction
          action={t('unblock')}
          label={t('unblockOf', { name: row.host })}
          onClick={() => setUnblocking(row)}
        />
      ),
    },
  ];

  return (
    <>
      <SearchableList
        label={t('blockedDomains')}
        icon={IconLinkOff}
        columns={columns}
        rowKey={({ host }) => host}
        query={query}
        search={t('findDomains')}
        q={q}
        empty={{ title: t('noBlockedDomains'), help: t('noBlockedDomainsHelp') }}
        onSearch={(next) => void navigate({ search: ({ create }) => compact({ create, q: next }), replace: true })}
      />
      {unblocking && <UnblockDialog of={unblocking} onClose={() => setUnblocking(undefined)} />}
    </>
  );
}

function UnblockDialog({ of, onClose }: { of: BlockedHost; onClose: () => void }) {
  const remove = useMutation(
    account.instance.links.hosts.remove.mutationOptions({
      onSuccess: (effect) =>
        toast(t('domainUnblocked', { domain: effect.host }), { text: effectOf(effect, 'unblocked') }),
      onError: (error) => toastError(error, t('notChanged')),
      onSettled: () => {
        onClose();
        return queryClient.invalidateQueries({ queryKey: account.instance.links.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={t('unblockDomainTitle', { domain: of.host })}
      action={t('unblockDomain')}
      isDangerous={false}
      isPending={remove.isPending}
      onConfirm={() => remove.mutate({ host: of.host })}
      onClose={onClose}
    >
      <p>{t('unblockDomainHelp')}</p>
      {of.reason && <p>{t('wasBlockedFor', { reason: of.reason })}</p>}
    </Confirm>
  );
}
