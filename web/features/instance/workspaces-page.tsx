import { Button, TextInput } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { compact } from '../../search';
import { account, byCursor, queryClient, type Outputs } from '../../trpc';
import { CopyId } from '../../ui/code/copy';
import { Confirm } from '../../ui/dialog';
import { formatNumber } from '../../ui/format';
import { Page } from '../../ui/page';
import { Loading } from '../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { Filters, SearchField } from '../../ui/table/filters';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Tag, type Tone } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';

import '../settings/settings.css';

type Workspace = Outputs['instance']['workspaces']['list']['data'][number];

const route = getRouteApi('/account-layout/instance/workspaces');
const onError = (error: unknown) => toastError(error, 'Nothing was changed');
const STATES: Record<Workspace['state'], { tone: Tone; word: string }> = {
  active: { tone: 'success', word: 'Active' },
  suspended: { tone: 'warning', word: 'Suspended' },
  deleting: { tone: 'error', word: 'Deleting' },
};

/** Names and counts, nothing of what is in them. */
export function InstanceWorkspacesPage() {
  const { q } = route.useSearch();
  const navigate = useNavigate({ from: '/instance/workspaces' });
  const query = useInfiniteQuery(
    account.instance.workspaces.list.infiniteQueryOptions(compact({ q }), {
      ...byCursor,
      placeholderData: keepPreviousData,
    }),
  );
  const find = (next: string | undefined) => void navigate({ search: compact({ q: next }), replace: true });
  const [asked, setAsked] = useState<Workspace>();
  const [reason, setReason] = useState('');
  const onSettled = () => {
    setAsked(undefined);
    setReason('');
    return queryClient.invalidateQueries({ queryKey: account.instance.workspaces.pathKey() });
  };
  const suspend = useMutation(
    account.instance.workspaces.suspend.mutationOptions({
      onSuccess: ({ name }) => toast(`${name} suspended`),
      onError,
      onSettled,
    }),
  );
  const resume = useMutation(
    account.instance.workspaces.resume.mutationOptions({
      onSuccess: ({ name }) => toast(`${name} works again`),
      onError,
      onSettled,
    }),
  );

  const columns: Column<Workspace>[] = [
    {
      title: 'Name',
      cell: ({ name, id }) => (
        <span className="settings-person">
          <span className="truncate" style={{ fontWeight: 550 }}>
            {name}
          </span>
          <CopyId id={id} />
        </span>
      ),
    },
    { title: 'Members', align: 'right', cell: ({ members }) => formatNumber(members) },
    { title: 'Keys', align: 'right', cell: ({ keys }) => formatNumber(keys) },
    { title: 'Made', wide: true, cell: ({ created_at: at }) => <Time at={at} /> },
    {
      title: 'Status',
      fit: true,
      cell: ({ state, suspended_reason: why }) => (
        <span title={why ?? undefined}>
          <Tag tone={STATES[state].tone} dot>
            {STATES[state].word}
          </Tag>
        </span>
      ),
    },
    {
      title: '',
      label: 'Actions',
      fit: true,
      align: 'right',
      cell: (row) => (
        <>
          {row.state === 'active' && (
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              aria-label={`Suspend ${row.name}`}
              onClick={() => setAsked(row)}
            >
              Suspend
            </Button>
          )}
          {row.state === 'suspended' && (
            <Button
              size="compact-xs"
              variant="subtle"
              aria-label={`Resume ${row.name}`}
              loading={resume.isPending && resume.variables.workspace_id === row.id}
              onClick={() => resume.mutate({ workspace_id: row.id })}
            >
              Resume
            </Button>
          )}
        </>
      ),
    },
  ];

  return (
    <Page title="Workspaces" lead="Every workspace of this installation: names and counts, nothing of what is in them.">
      <Filters>
        <SearchField label="Find by name" value={q} onChange={find} />
      </Filters>
      <Content query={query} loading={<Loading rows={4} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length === 0 && q) {
            return (
              <NoMatch filters={[{ label: `“${q}”`, remove: () => find(undefined) }]} onClear={() => find(undefined)} />
            );
          }
          if (rows.length === 0) return <Empty icon={IconBuilding} title="No workspaces" />;
          return (
            <DataTable
              label="Workspaces"
              columns={columns}
              rows={rows}
              rowKey={({ id }) => id}
              footer={<LoadMore query={query} />}
            />
          );
        }}
      </Content>
      {asked && (
        <Confirm
          title={`Suspend ${asked.name}?`}
          action="Suspend workspace"
          isPending={suspend.isPending}
          onConfirm={() => suspend.mutate({ workspace_id: asked.id, reason: reason.trim() || null })}
          onClose={() => setAsked(undefined)}
        >
          <p>Its keys stop at once. Members can still read.</p>
          <TextInput
            label="Reason, as its members see it"
            maxLength={200}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </Page>
  );
}
