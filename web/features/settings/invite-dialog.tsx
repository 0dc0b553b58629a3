import { Button, NumberInput, Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { CreateInvitation } from '../../../shared/access/invitations';
import { canManage, ROLES, type Role } from '../../../shared/access/scopes';
import { queryClient, useTRPC } from '../../trpc';
import { Dialog } from '../../ui/dialog/dialog';
import { Form } from '../../ui/form/form';
import { useSendOnce } from '../../ui/form/use-send-once';
import { storeReturnedSecret } from '../../ui/secret/store';
import { useWorkspace } from '../../ui/shell/workspace';
import { roleOption } from './labels';

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const trpc = useTRPC();
  const { role: own } = useWorkspace();
  const once = useSendOnce();
  const create = useMutation(trpc.invitations.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const form = useForm<{ email: string; role: Role; expires_in_days: number }>({
    initialValues: { email: '', role: 'developer', expires_in_days: 7 },
    validate: schemaResolver(CreateInvitation, { sync: true }),
    onValuesChange: once.renew,
  });

  const send = async (values: typeof form.values) => {
    const { id, link } = await create.mutateAsync(values);
    storeReturnedSecret({ label: 'Invitation link', value: link, ownerId: id }, 'Choose New link for this person.');
    create.reset();
    once.renew();
    onClose();
    await queryClient.invalidateQueries({ queryKey: trpc.invitations.pathKey() });
  };

  return (
    <Dialog title="Invite member" onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit="Make invitation link"
        actions={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextInput label="E-mail" type="email" autoComplete="off" data-autofocus {...form.getInputProps('email')} />
        <Select
          label="Role"
          allowDeselect={false}
          data={ROLES.filter((role) => canManage(own, role)).map(roleOption)}
          {...form.getInputProps('role')}
        />
        <NumberInput
          label="Can be accepted for, in days"
          min={1}
          max={30}
          allowDecimal={false}
          {...form.getInputProps('expires_in_days')}
        />
        <div className="dimmed" style={{ fontSize: 12 }}>
          No mail is sent: you get a link to hand over yourself.
        </div>
      </Form>
    </Dialog>
  );
}
