import { Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { later } from '../../../ui/later';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Content, Empty, NoMatch } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { LoadMore, rowsOf } from '../../../ui/table/load-more';
import { NameCell } from '../../../ui/table/name-cell';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { InstanceFrame } from '../frame';
import type { Instance } from '../words';
import { GROUP_STATUS, type Group } from './words';

const GroupSheet = later(async () => (await import('./group-sheet')).GroupSheet);
const CreateGroup = later(async () => (await import('./create-sheet')).CreateGroupSheet);

const route = getRouteApi('/w/$ws/whatsapp/$instance/groups');
const PATH = '/w/$ws/whatsapp/$instance/groups';
const STATUSES = (Object.keys(GROUP_STATUS) as Group['status'][]).map((value) => ({
  value,
  label: GROUP_STATUS[value].label,
}));

/** The groups of the account; `?group=` opens one beside the list. */
export function GroupsPage() {
  const { instance } = route.useParams();
  const { create } = route.useSearch();
  const navigate = useNavigate({ from: PATH });
  const mayWrite = useCan()('whatsapp.groups:write');
  const setCreate = (isOpen: boolean) =>
    void navigate({ search: (old) => compact({ ...old, create: isOpen ? (true as const) : undefined }) });
  return (
    <InstanceFrame
      instanceId={instance}
      tab="groups"
      actions={
        mayWrite && (
          <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setCreate(true)}>
            Create group
          </Button>
        )
      }
    >
      {(of) => (
        <>
          <Groups of={of} />
          {create && mayWrite && (
            <CreateGroup
              onClose={(madeId) =>
                void navigate({ search: (old) => compact({ ...old, create: undefined, group: madeId ?? old.group }) })
              }
            />
          )}
        </>
      )}
    </InstanceFrame>
  );
}

function Groups({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const { status, q, group } = route.useSearch();
  const navigate = useNavigate({ from: PATH });
  const mayWrite = useCan()('whatsapp.groups:write');
  const filters = { instance_id: of.id, ...compact({ status, q }) };
  const query = useInfiniteQuery(
    trpc.whatsapp.groups.list.infiniteQueryOptions(filters, { ...byCursor, placeholderData: keepPreviousData }),
  );
  type Change = Partial<Record<'status' | 'q' | 'group', string | undefined>>;
  const change = (next: Change) =>
    void navigate({ search: (old) => compact({ ...old, ...next }) as typeof old, replace: true });
  const active = [
    ...(status ? [{ label: GROUP_STATUS[status].label, remove: () => change({ status: undefined }) }] : []),
    ...(q ? [{ label: `“${q}”`, remove: () => change({ q: undefined }) }] : []),
  ];
  const columns: Column<Group>[] = [
    {
      title: 'Group',
      cell: (row) => (
        <NameCell
          name={
            <Link
              className="row-link"
              to={PATH}
              params={{ ws, instance: of.id }}
              search={{ ...compact({ status, q }), group: row.id }}
            >
              {row.subject}
            </Link>
          }
        >
          {row.description !== null && <span className="dimmed wa-small truncate">{row.description}</span>}
        </NameCell>
      ),
    },
    {
      title: 'Status',
      fit: true,
      cell: (row) => (
        <Tag tone={GROUP_STATUS[row.status].tone} dot>
          {GROUP_STATUS[row.status].label}
        </Tag>
      ),
    },
    { title: 'People', fit: true, align: 'right', named: true, cell: (row) => row.size },
    {
      title: 'Rules',
      wide: true,
      cell: (row) => (
        <span className="wa-line">
          {row.announce && <Tag>Only admins write</Tag>}
          {row.locked && <Tag>Only admins change it</Tag>}
          {row.join_approval && <Tag>Admins let people in</Tag>}
        </span>
      ),
    },
    { title: 'Changed', fit: true, named: true, cell: (row) => <Time at={row.updated_at} /> },
  ];

  return (
    <>
      <Filters>
        <SearchField label="Find by name" value={q} onChange={(next) => change({ q: next })} />
        <FilterSelect label="Status" value={status} options={STATUSES} onChange={(next) => change({ status: next })} />
        <CopyAsCode operation="whatsapp_groups_list" input={filters} />
      </Filters>
      <Content query={query} loading={<Loading rows={4} />}>
        {(data) => {
          const rows = rowsOf(data);
          if (rows.length > 0) {
            return (
              <DataTable
                label="Groups"
                columns={columns}
                rows={rows}
                rowKey={({ id }) => id}
                isCurrent={({ id }) => id === group}
                footer={<LoadMore query={query} />}
              />
            );
          }
          if (active.length > 0) {
            return <NoMatch filters={active} onClear={() => change({ status: undefined, q: undefined })} />;
          }
          return (
            <Empty
              icon={IconUsersGroup}
              title="No groups yet"
              actions={
                mayWrite && (
                  <CopyAsCode
                    operation="whatsapp_groups_create"
                    input={{ instance_id: of.id, subject: 'Crew', participants: ['+15550100000'] }}
                  />
                )
              }
            >
              Groups that this account makes, or is taken into, are listed here as the provider tells of them.
            </Empty>
          );
        }}
      </Content>
      {group !== undefined && <GroupSheet groupId={group} onClose={() => change({ group: undefined })} />}
    </>
  );
}
