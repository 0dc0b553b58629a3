import { Button } from '@mantine/core';
import { IconLink, IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';

import { compact } from '../../../search';
import { byCursor, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { activeOf, type ChoiceFilter, type FilterChange } from '../../../ui/filter/filter';
import { FilterBar } from '../../../ui/filter/filter-bar';
import { Avatar } from '../../../ui/icons/avatar';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { DataTable, type Column } from '../../../ui/table/data-table';
import { ListBody } from '../../../ui/table/list-body';
import { rowsOf } from '../../../ui/table/load-more';
import { NameCell } from '../../../ui/table/name-cell';
import { Status, Tag } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { useOverlay } from '../../../ui/use-overlay';
import { InstanceFrame } from '../frame';
import type { Instance } from '../labels';
import { GROUP_STATUS, type Group } from './labels';
import { t } from './texts';

const GroupSheet = lazyWhenIdle(async () => (await import('./group-sheet')).GroupSheet);
const CreateGroup = lazyWhenIdle(async () => (await import('./create-sheet')).CreateGroupSheet);
const JoinGroup = lazyWhenIdle(async () => (await import('./join-sheet')).JoinGroupSheet);

const route = getRouteApi('/w/$ws/whatsapp/$instance/groups');
const PATH = '/w/$ws/whatsapp/$instance/groups';
const choices = (): ChoiceFilter[] => [
  {
    name: 'status',
    label: t('status'),
    options: (Object.keys(GROUP_STATUS) as Group['status'][]).map((value) => ({
      value,
      label: GROUP_STATUS[value].label,
    })),
  },
];

/** The new group is opened. */
const shown = (group?: string) => (group === undefined ? {} : { group });

export function GroupsPage() {
  const { instance } = route.useParams();
  const { create, join } = route.useSearch();
  const mayWrite = useCan()('whatsapp.groups:write');
  const creating = useOverlay('create');
  const joining = useOverlay('join');
  return (
    <InstanceFrame
      instanceId={instance}
      tab="groups"
      code={{ operation: 'whatsapp_groups_list', input: { instance_id: instance } }}
      actions={
        mayWrite && (
          <>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconLink size={15} aria-hidden />}
              onClick={() => joining.open()}
            >
              {t('joinByLink')}
            </Button>
            <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => creating.open()}>
              {t('createGroup')}
            </Button>
          </>
        )
      }
    >
      {(of) => (
        <>
          <Groups of={of} />
          {create && mayWrite && <CreateGroup onClose={(id) => creating.close(shown(id))} />}
          {join && mayWrite && <JoinGroup onClose={(id) => joining.close(shown(id))} />}
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
  const change = (next: FilterChange) =>
    void navigate({ search: (old) => compact<typeof old>({ ...old, ...next }), replace: true });
  const values = { q, status };
  const choice = choices();
  const sheet = useOverlay('group');
  const columns: Column<Group>[] = [
    {
      title: t('group'),
      cell: (row) => (
        <span className="wa-named wa-group-name">
          <Avatar name={row.subject} seed={row.id} size={28} />
          <NameCell
            name={
              <Link
                className="row-link"
                to={PATH}
                params={{ ws, instance: of.id }}
                search={{ ...compact({ status, q }), group: row.id }}
              >
                {row.subject || t('unnamed')}
              </Link>
            }
          >
            {row.description !== null && <span className="dimmed wa-small truncate">{row.description}</span>}
          </NameCell>
        </span>
      ),
    },
    {
      title: t('status'),
      fit: true,
      cell: (row) => (
        <Status tone={GROUP_STATUS[row.status].tone} isUsual={row.status === 'active'}>
          {GROUP_STATUS[row.status].label}
        </Status>
      ),
    },
    { title: t('people'), fit: true, align: 'right', named: true, cell: (row) => row.size },
    {
      title: t('rules'),
      priority: 2,
      cell: (row) => (
        <span className="wa-line">
          {row.admins_only_messages && <Tag>{t('admins_only_messages')}</Tag>}
          {row.admins_only_settings && <Tag>{t('admins_only_settings')}</Tag>}
          {row.join_approval && <Tag>{t('joinApproval')}</Tag>}
        </span>
      ),
    },
    { title: t('updated'), fit: true, named: true, cell: (row) => <Time at={row.updated_at} /> },
  ];

  return (
    <>
      <FilterBar
        search={t('find')}
        filters={choice}
        values={values}
        onChange={change}
        isEmpty={query.data !== undefined && rowsOf(query.data).length === 0}
      />
      <ListBody
        query={query}
        skeleton={4}
        {...activeOf(choice, values, change)}
        empty={
          <Empty
            icon={IconUsersGroup}
            title={t('empty')}
            actions={
              mayWrite && (
                <CopyAsCode
                  operation="whatsapp_groups_create"
                  input={{ instance_id: of.id, subject: t('example'), participants: ['+15550100000'] }}
                />
              )
            }
          >
            {t('emptyHelp')}
          </Empty>
        }
      >
        {(rows, footer) => (
          <DataTable
            label={t('groups')}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            isCurrent={({ id }) => id === group}
            footer={footer}
          />
        )}
      </ListBody>
      {group !== undefined && <GroupSheet groupId={group} onClose={() => sheet.close()} />}
    </>
  );
}
