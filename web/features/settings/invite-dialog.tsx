import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { CreateInvitation } from '../../../shared/access/invitations';
import { canManage, ROLES, type Role } from '../../../shared/access/scopes';
import { queryClient, useTRPC } from '../../trpc';
import { Dialog } from '../../ui/dialog/dialog';
import { Form } from '../../ui/form/form';
import { schemaCheck } from '../../ui/form/schema-check';
import { useSendOnce } from '../../ui/form/use-send-once';
import { storeReturnedSecret } from '../../ui/secret/store';
import { useWorkspace } from '../../ui/shell/workspace';
import { roleOption } from './labels';
import { t } from './texts';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const { role: own } = useWorkspace();
  const once = useSendOnce();
  const create = useMutation(trpc.invitations.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const form = useForm<{ email: string; role: Role; expires_in_days: number }>({
    initialValues: { email: '', role: 'developer', expires_in_days: 7 },
    validate: schemaCheck(CreateInvitation),
    onValuesChange: once.renew,
  });

  const send = async (values: typeof form.values) => {
    const { id, link } = await create.mutateAsync(values);
    storeReturnedSecret({ label: t('invitationLink'), value: link, ownerId: id }, t('inviteRemedy'));
    create.reset();
    once.renew();
    onClose();
    await queryClient.invalidateQueries({ queryKey: trpc.invitations.pathKey() });
  };

  return (
    <Dialog title={t('inviteMember')} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={t('createLink')}
        actions={
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        }
      >
        <TextInput label={t('email')} type="email" autoComplete="off" data-autofocus {...form.getInputProps('email')} />
        <Select
          label={t('role')}
          allowDeselect={false}
          data={ROLES.filter((role) => canManage(own, role)).map(roleOption)}
          {...form.getInputProps('role')}
        />
        <NumberInput
          label={t('expiresAfter')}
          min={1}
          max={30}
          allowDecimal={false}
          {...form.getInputProps('expires_in_days')}
        />
        <div className="dimmed" style={{ fontSize: 12 }}>
          {t('noMail')}
        </div>
      </Form>
    </Dialog>
  );
}
