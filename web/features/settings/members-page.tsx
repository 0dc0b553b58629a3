import { Button, NativeSelect } from '@mantine/core';
import { IconPlus, IconUserMinus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { canManage, ROLES, type Role } from '../../../shared/access/scopes';
import { byCursor, onVersion, queryClient, useTRPC, useTRPCClient, type Outputs } from '../../trpc';
import { Avatar } from '../../ui/icons/avatar';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import type { MenuActions } from '../../ui/menu/menu-action';
import { Card } from '../../ui/page';
import { problemOf } from '../../ui/problem';
import { useHasRole, useUser, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { NameCell } from '../../ui/table/name-cell';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { useOverlay } from '../../ui/use-overlay';
import type { CreationChoices } from './creation-choices';
import { SettingsFrame } from './frame';
import { Invitations } from './invitations';
import { roleOption } from './labels';
import { t } from './texts';

const InviteDialog = lazyWhenIdle(async () => (await import('./invite-dialog')).InviteDialog);
const RoleDialog = lazyWhenIdle(async () => (await import('./role-dialog')).RoleDialog);
const RemoveDialog = lazyWhenIdle(async () => (await import('./remove-dialog')).RemoveDialog);

const route = getRouteApi('/w/$ws/settings/members');

type Member = Outputs['members']['list']['data'][number];

export function MembersPage() {
  const trpc = useTRPC();
  const mayManage = useHasRole('owner', 'admin');
  const query = useInfiniteQuery(trpc.members.list.infiniteQueryOptions({}, byCursor));
  const { create } = route.useSearch();
  const dialog = useOverlay('create');
  return (
    <SettingsFrame
      title={t('members')}
      lead={t('membersLead')}
      code={{ operation: 'members_list', input: {} }}
      actions={
        mayManage && (
          <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => dialog.open()}>
            {t('inviteMember')}
          </Button>
        )
      }
    >
      <Content query={query} loading={<Loading rows={3} />}>
        {(data) => <MemberTable rows={rowsOf(data)} footer={<LoadMore query={query} />} />}
      </Content>
      <Card title={t('invitations')} flush>
        <Invitations onInvite={() => dialog.open()} />
      </Card>
      {create && mayManage && <InviteDialog onClose={() => dialog.close()} />}
    </SettingsFrame>
  );
}

function MemberTable({ rows, footer }: { rows: Member[]; footer: ReactNode }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const me = useUser();
  const { role: own } = useWorkspace();
  const mayManage = useHasRole('owner', 'admin');
  const [removed, setRemoved] = useState<Member>();
  const [undecided, setUndecided] = useState<{ member: Member; role: Role; fields: Set<keyof CreationChoices> }>();
  const update = useMutation({
    mutationFn: ({ member, role, choices }: { member: Member; role: Role; choices?: CreationChoices }) =>
      client.members.update.mutate(
        { member_id: member.id, role, ...choices },
        { context: { ...onVersion(member.version) } },
      ),
    onSuccess: ({ name, role }) => {
      toast(t('roleChanged', { name, role: roleOption(role).label }));
      setUndecided(undefined);
    },
    onError: (error, { member, role }) => {
      const issues = problemOf(error)?.errors ?? [];
      const fields = new Set(
        (['keys', 'webhooks'] as const).filter((field) => issues.some(({ pointer }) => pointer === `/${field}`)),
      );
      if (fields.size > 0) return setUndecided({ member, role, fields });
      toastError(error, t('roleNotChanged'));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() }),
  });
  const mayChange = (member: Member) => mayManage && member.user_id !== me.id && canManage(own, member.role);

  const columns: Column<Member>[] = [
    {
      title: t('member'),
      cell: ({ name, email, user_id: id }) => (
        <span className="settings-member">
          <Avatar name={name} seed={id} size={32} />
          <NameCell name={name}>
            <span className="dimmed truncate">{email}</span>
          </NameCell>
          {id === me.id && <Tag>{t('you')}</Tag>}
        </span>
      ),
    },
    {
      title: t('role'),
      cell: (member) =>
        mayChange(member) ? (
          <NativeSelect
            size="xs"
            w={130}
            aria-label={t('roleOf', { name: member.name })}
            data={ROLES.filter((role) => canManage(own, role)).map(roleOption)}
            value={member.role}
            disabled={update.isPending}
            onChange={({ currentTarget: { value } }) => {
              const role = ROLES.find((known) => known === value);
              if (role) update.mutate({ member, role });
            }}
          />
        ) : (
          roleOption(member.role).label
        ),
    },
    { title: t('joined'), cell: ({ created_at: at }) => <Time at={at} />, priority: 2 },
  ];
  const actionsOf = (member: Member): MenuActions => [
    mayChange(member) && {
      label: t('removeMember'),
      icon: IconUserMinus,
      isDangerous: true,
      onClick: () => setRemoved(member),
    },
  ];
  return (
    <>
      <DataTable
        label={t('members')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        {...(mayManage ? { actions: actionsOf } : {})}
        nameOf={({ name }) => name}
        footer={footer}
      />
      {undecided && (
        <RoleDialog
          {...undecided}
          isPending={update.isPending}
          onConfirm={(choices) => update.mutate({ member: undecided.member, role: undecided.role, choices })}
          onClose={() => setUndecided(undefined)}
        />
      )}
      {removed && <RemoveDialog member={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}
