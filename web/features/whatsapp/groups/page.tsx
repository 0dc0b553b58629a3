import { Button } from '@mantine/core';
import { IconLink, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { Filters, FilterSelect, SearchField } from '../../../ui/table/filters';
import { activeFilters, ListBody } from '../../../ui/table/list-body';
import { NameCell } from '../../../ui/table/name-cell';
import { Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { GROUP_STATUS, type Group } from './labels';

const GroupSheet = lazyWhenIdle(async () => (await import('./group-sheet')).GroupSheet);
const CreateGroup = lazyWhenIdle(async () => (await import('./create-sheet')).CreateGroupSheet);
const JoinGroup = lazyWhenIdle(async () => (await import('./join-sheet')).JoinGroupSheet);

const route = getRouteApi('/w/$ws/whatsapp/$instance/groups');
const PATH = '/w/$ws/whatsapp/$instance/groups';
const STATUSES = (Object.keys(GROUP_STATUS) as Group['status'][]).map((value) => ({
  value,
  label: GROUP_STATUS[value].label,
}));

export function GroupsPage() {
  const { instance } = route.useParams();
  const { create, join } = route.useSearch();
  const navigate = useNavigate({ from: PATH });
  const mayWrite = useCan()('whatsapp.groups:write');
  const open = (what: 'create' | 'join') => void navigate({ search: (old) => ({ ...old, [what]: true }) });
  const close = (groupId?: string) =>
    void navigate({
      search: (old) => compact({ ...old, create: undefined, join: undefined, group: groupId ?? old.group }),
    });
  return (
    <InstanceFrame
      instanceId={instance}
      tab="groups"
      actions={
        mayWrite && (
          <>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconLink size={15} aria-hidden />}
              onClick={() => open('join')}
            >
              Join by link
            </Button>
            <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => open('create')}>
              Create group
            </Button>
          </>
        )
      }
    >
      {(of) => (
        <>
          <Groups of={of} />
          {create && mayWrite && <CreateGroup onClose={close} />}
          {join && mayWrite && <JoinGroup onClose={close} />}
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
  const active = activeFilters({ status: status && GROUP_STATUS[status].label, q: q && `“${q}”` }, change);
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
      priority: 2,
      cell: (row) => (
        <span className="wa-line">
          {row.admins_only_messages && <Tag>Only admins write</Tag>}
          {row.admins_only_settings && <Tag>Only admins change it</Tag>}
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
      <ListBody
        query={query}
        skeleton={4}
        {...active}
        empty={
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
        }
      >
        {(rows, footer) => (
          <DataTable
            label="Groups"
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isCurrent={({ id }) => id === group}
            footer={footer}
          />
        )}
      </ListBody>
      {group !== undefined && <GroupSheet groupId={group} onClose={() => change({ group: undefined })} />}
    </>
  );
}
