import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import type { Recipient } from '../recipients/recipient';
import { RecipientsField } from '../recipients/recipients-field';
import { useInstance, useUnsupportedReason } from '../use-instance';

const MAX_PEOPLE = 256;

export function CreateGroupSheet({ onClose }: { onClose: (madeId?: string) => void }) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const lacks = useUnsupportedReason();
  const noGroups = lacks('group.create');
  const noPeople = lacks('group.add_participants');
  const once = useSendOnce();
  const create = useMutation(trpc.whatsapp.groups.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm({
    initialValues: { subject: '', description: '', participants: [] as Recipient[], join_approval: false },
    validate: { subject: (subject) => (subject.trim() === '' ? 'What is it called?' : null) },
    onValuesChange: once.renew,
  });
  type Values = typeof form.values;
  const input = ({ subject, description, participants, join_approval: approval }: Values) => ({
    instance_id: id,
    subject: subject.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(participants.length === 0 ? {} : { participants: participants.map(({ to }) => to) }),
    ...(approval ? { join_approval: true } : {}),
  });
  const send = async (values: Values) => {
    const { id: madeId, status, subject } = await create.mutateAsync(input(values));
    await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() });
    toast(status === 'pending' ? `${subject} is being made` : `${subject} is made`);
    onClose(madeId);
  };
  return (
    <Sheet title="Create a group" onClose={() => onClose()}>
      {noGroups !== undefined && <Note tone="warning">{noGroups}</Note>}
      <Form
        form={form}
        onSubmit={send}
        submit="Create group"
        actions={
          <>
            <CopyAsCode operation="whatsapp_groups_create" input={() => input(form.getValues())} />
            <Button variant="default" onClick={() => onClose()}>
              Cancel
            </Button>
          </>
        }
      >
        <TextInput label="Name" maxLength={100} autoComplete="off" data-autofocus {...form.getInputProps('subject')} />
        <Textarea label="Description" maxLength={2048} autosize minRows={2} {...form.getInputProps('description')} />
        <RecipientsField
          label="People"
          description={noPeople ?? 'More can be added later.'}
          kind="people"
          max={MAX_PEOPLE}
          disabled={noPeople !== undefined}
          value={form.values.participants}
          error={form.errors['participants']}
          onChange={(next) => form.setFieldValue('participants', next)}
        />
        <Checkbox
          label="Admins let people in"
          description="Whoever comes by the link has to wait."
          {...form.getInputProps('join_approval', { type: 'checkbox' })}
        />
      </Form>
    </Sheet>
  );
}
