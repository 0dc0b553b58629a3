import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';

import { canManage, ROLES, type Role } from '../../../shared/access/scopes';
import { byCursor, onVersion, queryClient, useTRPC, useTRPCClient, type Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { lazyWhenIdle } from '../../ui/lazy-parts';
import { Card } from '../../ui/page';
import { problemOf } from '../../ui/problem';
import { useHasRole, useUser, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { DataTable, type Column } from '../../ui/table/data-table';
import { LoadMore, rowsOf } from '../../ui/table/load-more';
import { Tag } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import type { CreationChoices } from './creation-choices';
import { SettingsFrame } from './frame';
import { Invitations } from './invitations';
import { roleOption } from './labels';

const InviteDialog = lazyWhenIdle(async () => (await import('./invite-dialog')).InviteDialog);
const RoleDialog = lazyWhenIdle(async () => (await import('./role-dialog')).RoleDialog);
const RemoveDialog = lazyWhenIdle(async () => (await import('./remove-dialog')).RemoveDialog);

type Member = Outputs['members']['list']['data'][number];

export function MembersPage() {
  const trpc = useTRPC();
  const mayManage = useHasRole('owner', 'admin');
  const query = useInfiniteQuery(trpc.members.list.infiniteQueryOptions({}, byCursor));
  const [isInviting, setIsInviting] = useState(false);
  return (
    <SettingsFrame
      title="Members"
      lead="People of this workspace and what each may do."
      actions={
        <>
          <CopyAsCode operation="members_list" input={{}} />
          {mayManage && (
            <Button size="sm" leftSection={<IconPlus size={15} aria-hidden />} onClick={() => setIsInviting(true)}>
              Invite member
            </Button>
          )}
        </>
      }
    >
      <Content query={query} loading={<Loading rows={3} />}>
        {(data) => <MemberTable rows={rowsOf(data)} footer={<LoadMore query={query} />} />}
      </Content>
      <Card title="Invitations" flush>
        <Invitations onInvite={() => setIsInviting(true)} />
      </Card>
      {isInviting && <InviteDialog onClose={() => setIsInviting(false)} />}
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
    onSuccess: ({ name }) => {
      toast(`Role of ${name} changed`);
      setUndecided(undefined);
    },
    onError: (error, { member, role }) => {
      const issues = problemOf(error)?.errors ?? [];
      const fields = new Set(
        (['keys', 'webhooks'] as const).filter((field) => issues.some(({ pointer }) => pointer === `/${field}`)),
      );
      if (fields.size > 0) return setUndecided({ member, role, fields });
      toastError(error, 'The role stays as it was');
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.members.pathKey() }),
  });
  const mayChange = (member: Member) => mayManage && member.user_id !== me.id && canManage(own, member.role);

  const columns: Column<Member>[] = [
    {
      title: 'Person',
      cell: ({ name, email, user_id: id }) => (
        <span className="settings-person">
          <span style={{ display: 'flex', gap: 8, fontWeight: 550 }}>
            <span className="truncate">{name}</span> {id === me.id && <Tag tone="info">You</Tag>}
          </span>
          <span className="dimmed truncate">{email}</span>
        </span>
      ),
    },
    {
      title: 'Role',
      cell: (member) =>
        mayChange(member) ? (
          <NativeSelect
            size="xs"
            w={130}
            aria-label={`Role of ${member.name}`}
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
    { title: 'Joined', cell: ({ created_at: at }) => <Time at={at} />, priority: 2 },
    {
      title: '',
      label: 'Actions',
      fit: true,
      align: 'right',
      cell: (member) =>
        mayChange(member) && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            aria-label={`Remove ${member.name}`}
            onClick={() => setRemoved(member)}
          >
            Remove
          </Button>
        ),
    },
  ];
  return (
    <>
      <DataTable label="Members" columns={columns} rows={rows} rowKey={({ id }) => id} footer={footer} />
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
