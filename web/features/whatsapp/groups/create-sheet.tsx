import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog';
import { Form } from '../../../ui/form/form';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast';
import { peopleIn } from '../party';
import { useInstance, useLacks } from '../use-instance';

/** A new group; on `cloud` Meta makes it a moment later. */
export function CreateGroupSheet({ onClose }: { onClose: (madeId?: string) => void }) {
  const trpc = useTRPC();
  const { id } = useInstance();
  const lacks = useLacks();
  const noGroups = lacks('group.create');
  const noPeople = lacks('group.add_participants');
  const create = useMutation(trpc.whatsapp.groups.create.mutationOptions());
  const form = useForm({
    initialValues: { subject: '', description: '', participants: '', join_approval: false },
    validate: { subject: (subject) => (subject.trim() === '' ? 'What is it called?' : null) },
  });
  type Values = typeof form.values;
  const input = ({ subject, description, participants, join_approval: approval }: Values) => ({
    instance_id: id,
    subject: subject.trim(),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(peopleIn(participants).length === 0 ? {} : { participants: peopleIn(participants) }),
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
        <Textarea
          label="People"
          description={noPeople ?? 'Numbers or contact ids, one a line. More can be added later.'}
          placeholder="+15550100000"
          disabled={noPeople !== undefined}
          autosize
          minRows={2}
          spellCheck={false}
          {...form.getInputProps('participants')}
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
