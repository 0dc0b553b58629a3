import { Button, Select } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { DAY_MS } from '../../../shared/durations';
import { queryClient, useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Dialog } from '../../ui/dialog/dialog';
import { Form } from '../../ui/form/form';
import { useSendOnce } from '../../ui/form/use-send-once';
import { storeReturnedSecret } from '../../ui/secret/store';
import type { Key } from './labels';

const OVERLAPS = [
  { value: '0', label: 'Ends at once' },
  { value: '3600', label: 'Works for 1 more hour' },
  { value: '86400', label: 'Works for 24 more hours' },
  { value: '604800', label: 'Works for 7 more days' },
];
const NEW_LIFE_DAYS = 90;

export function RotateDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const trpc = useTRPC();
  const once = useSendOnce();
  const rotate = useMutation(trpc.keys.rotate.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const form = useForm({ initialValues: { overlap_seconds: '86400' }, onValuesChange: once.renew });
  const isExpired = of.status === 'expired';
  const inputOf = (overlap: string, now = Date.now()) => ({
    key_id: of.id,
    overlap_seconds: isExpired ? 0 : Number(overlap),
    ...(isExpired ? { expires_at: new Date(now + NEW_LIFE_DAYS * DAY_MS).toISOString() } : {}),
  });

  const send = async ({ overlap_seconds: overlap }: { overlap_seconds: string }) => {
    const { secret, id } = await rotate.mutateAsync(inputOf(overlap, once.firstTry()));
    rotate.reset();
    once.renew();
    storeReturnedSecret({ label: 'API key', value: secret, ownerId: id });
    await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
    onClose();
  };

  return (
    <Dialog title={`Rotate “${of.name}”`} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit="Rotate key"
        actions={
          <>
            <CopyAsCode operation="keys_rotate" input={() => inputOf(form.getValues().overlap_seconds)} />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        <div>The key gets a new secret, which is shown once. Id, name, scopes and limits stay.</div>
        {isExpired ? (
          <div>The old secret has expired and stays dead. The key works for {NEW_LIFE_DAYS} more days.</div>
        ) : (
          <Select
            label="The old secret"
            data={OVERLAPS}
            allowDeselect={false}
            data-autofocus
            {...form.getInputProps('overlap_seconds')}
          />
        )}
      </Form>
    </Dialog>
  );
}
