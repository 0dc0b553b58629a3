import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { account, queryClient } from '../../../trpc';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { toast } from '../../../ui/toast/toast';
import { effectOf } from './block-labels';

export function BlockHostDialog({ onClose }: { onClose: () => void }) {
  const add = useMutation(account.instance.links.hosts.add.mutationOptions());
  const form = useForm({
    initialValues: { host: '', reason: '' },
    validate: { host: (host) => (host.trim() === '' ? 'Name a host.' : null) },
  });
  const send = async ({ host, reason }: { host: string; reason: string }) => {
    const effect = await add.mutateAsync({ host: host.trim(), reason: reason.trim() || null });
    toast(`${effect.host} is blocked`, { text: effectOf(effect, 'blocked') });
    onClose();
    await queryClient.invalidateQueries({ queryKey: account.instance.links.pathKey() });
  };
  return (
    <Dialog title="Block a host" onClose={onClose}>
      <p className="dimmed">
        Links to it and below it answer with a 403 page at once, in every workspace, and none can be made. Their
        workspaces are told by an event.
      </p>
      <Form
        form={form}
        onSubmit={send}
        submit="Block host"
        isDangerous
        actions={
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
        }
      >
        <TextInput
          label="Host"
          placeholder="evil.example"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={253}
          data-autofocus
          {...form.getInputProps('host')}
        />
        <TextInput
          label="Reason"
          description="For the administrators of this installation."
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      </Form>
    </Dialog>
  );
}
