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
import { t } from './texts';

const overlaps = () => [
  { value: '0', label: t('endsNow') },
  { value: '3600', label: t('ends1h') },
  { value: '86400', label: t('ends24h') },
  { value: '604800', label: t('ends7d') },
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
    storeReturnedSecret({ label: t('apiKey'), value: secret, ownerId: id });
    await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
    onClose();
  };

  return (
    <Dialog title={t('rotateTitle', { name: of.name })} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={t('rotateKey')}
        actions={
          <>
            <CopyAsCode operation="keys_rotate" input={() => inputOf(form.getValues().overlap_seconds)} />
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <div>{t('rotateHelp')}</div>
        {isExpired ? (
          <div>{t('rotateExpired', { days: NEW_LIFE_DAYS })}</div>
        ) : (
          <Select
            label={t('oldSecret')}
            data={overlaps()}
            allowDeselect={false}
            data-autofocus
            {...form.getInputProps('overlap_seconds')}
          />
        )}
      </Form>
    </Dialog>
  );
}
