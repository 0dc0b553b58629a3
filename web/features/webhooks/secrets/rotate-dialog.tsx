import { Button, NativeSelect } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { storeReturnedSecret } from '../../../ui/secret/store';
import { Note } from '../../../ui/tag';
import { nameOf, type Webhook } from '../labels';

const OVERLAPS = [
  { value: '0', label: 'Stop signing at once' },
  { value: '3600', label: 'Sign beside it for 1 more hour' },
  { value: '86400', label: 'Sign beside it for 24 more hours' },
  { value: '604800', label: 'Sign beside it for 7 more days' },
];

export function RotateDialog({ of, onClose }: { of: Webhook; onClose: () => void }) {
  const trpc = useTRPC();
  const once = useSendOnce();
  const rotate = useMutation(
    trpc.webhooks.rotate_secret.mutationOptions({ gcTime: 0, trpc: { context: once.context } }),
  );
  const form = useForm({ initialValues: { overlap_seconds: '86400' }, onValuesChange: once.renew });
  const inputOf = (overlap: string) => ({ webhook_id: of.id, overlap_seconds: Number(overlap) });

  const send = async ({ overlap_seconds: overlap }: { overlap_seconds: string }) => {
    const { secret, id } = await rotate.mutateAsync(inputOf(overlap));
    rotate.reset();
    once.renew();
    storeReturnedSecret({ label: 'Signing secret', value: secret, ownerId: id });
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    onClose();
  };

  return (
    <Dialog title={`Rotate the secret of “${nameOf(of)}”?`} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit="Rotate secret"
        actions={
          <>
            <CopyAsCode operation="webhooks_rotate_secret" input={() => inputOf(form.getValues().overlap_seconds)} />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        <div>The webhook signs with a new secret, which is shown once.</div>
        <NativeSelect label="Older secrets" data={OVERLAPS} data-autofocus {...form.getInputProps('overlap_seconds')} />
        {form.values.overlap_seconds === '0' && (
          <Note tone="warning">A receiver that has only the old secret refuses every event from then on.</Note>
        )}
      </Form>
    </Dialog>
  );
}
