import { TextInput } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../search';
import { account, byCursor, queryClient, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { Confirm } from '../../ui/dialog/dialog';
import { formatNumber } from '../../ui/format';
import type { Column } from '../../ui/table/data-table';
import { NameCell } from '../../ui/table/name-cell';
import { Tag, type Tone } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { InstancePage } from './frame';
import { RowAction } from './row-action';
import { SearchableList } from './searchable-list';

type Workspace = Outputs['instance']['workspaces']['list']['data'][number];

const route = getRouteApi('/account-layout/instance/workspaces');
const STATES: Record<Workspace['status'], { tone: Tone; word: string }> = {
  active: { tone: 'success', word: 'Active' },
  suspended: { tone: 'warning', word: 'Suspended' },
  deleting: { tone: 'error', word: 'Deleting' },
};
const onError = (error: unknown) => toastError(error, 'Nothing was changed');
/** Includes the person’s own workspaces, which the menu of workspaces shows. */
const refresh = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: account.instance.workspaces.pathKey() }),
    queryClient.invalidateQueries({ queryKey: account.workspaces.pathKey() }),
  ]);

export function InstanceWorkspacesPage() {
  return (
    <InstancePage
      title="Workspaces"
      lead="Every workspace of this installation: names and counts, nothing of what is in them."
    >
      <Workspaces />
    </InstancePage>
  );
}

function Workspaces() {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/instance/workspaces' });
  const [suspending, setSuspending] = useState<Workspace>();
  const query = useInfiniteQuery(
    account.instance.workspaces.list.infiniteQueryOptions(compact({ q }), {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const resume = useMutation(
    account.instance.workspaces.resume.mutationOptions({
      onSuccess: ({ name }) => toast(`${name} works again`),
      onError,
      onSettled: refresh,
    }),
  );

  const actionsOf = (row: Workspace) => {
    if (row.status === 'active') {
      return <RowAction action="Suspend" of={row.name} isDangerous onClick={() => setSuspending(row)} />;
    }
    if (row.status === 'deleting') return null;
    const isResuming = resume.isPending && resume.variables.workspace_id === row.id;
    const run = () => resume.mutate({ workspace_id: row.id });
    return <RowAction action="Resume" of={row.name} isPending={isResuming} onClick={run} />;
  };
  const columns: Column<Workspace>[] = [
    {
      title: 'Name',
      cell: ({ name, id }) => (
        <NameCell name={name}>
          <CopyId id={id} />
        </NameCell>
      ),
    },
    { title: 'Members', align: 'right', named: true, cell: ({ members }) => formatNumber(members) },
    { title: 'Keys', align: 'right', named: true, cell: ({ keys }) => formatNumber(keys) },
    { title: 'Made', priority: 2, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: 'Status',
      fit: true,
      cell: ({ status, suspended_reason: why }) => (
        <span title={why ?? undefined}>
          <Tag tone={STATES[status].tone} dot>
            {STATES[status].word}
          </Tag>
        </span>
      ),
    },
    { title: '', label: 'Actions', fit: true, align: 'right', cell: actionsOf },
  ];

  return (
    <>
      <SearchableList
        label="Workspaces"
        icon={IconBuilding}
        columns={columns}
        rowKey={({ id }) => id}
        query={query}
        search="Find by name"
        q={q}
        onSearch={(next) => void navigate({ search: compact({ q: next }), replace: true })}
      />
      {suspending && <SuspendDialog of={suspending} onClose={() => setSuspending(undefined)} />}
    </>
  );
}

function SuspendDialog({ of, onClose }: { of: Workspace; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const suspend = useMutation(
    account.instance.workspaces.suspend.mutationOptions({
      onSuccess: ({ name }) => toast(`${name} suspended`),
      onError,
      onSettled: () => {
        onClose();
        return refresh();
      },
    }),
  );
  return (
    <Confirm
      title={`Suspend ${of.name}?`}
      action="Suspend workspace"
      isPending={suspend.isPending}
      onConfirm={() => suspend.mutate({ workspace_id: of.id, reason: reason.trim() || null })}
      onClose={onClose}
    >
      <p>Its keys stop at once. Members can still read.</p>
      <TextInput
        label="Reason, as its members see it"
        maxLength={200}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </Confirm>
  );
}
