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
import { t } from './texts';

const overlaps = () => [
  { value: '0', label: t('stopNow') },
  { value: '3600', label: t('hour') },
  { value: '86400', label: t('day') },
  { value: '604800', label: t('week') },
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
    storeReturnedSecret({ label: t('signingSecret'), value: secret, ownerId: id });
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    onClose();
  };

  return (
    <Dialog title={t('rotateTitle', { name: nameOf(of) })} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={t('rotate')}
        actions={
          <>
            <CopyAsCode operation="webhooks_rotate_secret" input={() => inputOf(form.getValues().overlap_seconds)} />
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <div>{t('rotateHelp')}</div>
        <NativeSelect
          label={t('oldSecrets')}
          data={overlaps()}
          data-autofocus
          {...form.getInputProps('overlap_seconds')}
        />
        {form.values.overlap_seconds === '0' && <Note tone="warning">{t('stopNote')}</Note>}
      </Form>
    </Dialog>
  );
}
