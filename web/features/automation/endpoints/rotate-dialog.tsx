import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { Note } from '../../../ui/tag';
import type { Endpoint } from './labels';
import { storeCredential } from './store-credential';
import { t } from './texts';

/** Seconds. */
const OVERLAPS = ['0', '3600', '86400', '604800'] as const;

interface RotateDialogProps {
  of: Endpoint;
  what: 'token' | 'secret';
  onClose: () => void;
}

export function RotateDialog({ of, what, onClose }: RotateDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const once = useSendOnce();
  const form = useForm({ initialValues: { overlap_seconds: '86400', secret: '' }, onValuesChange: once.renew });
  const inputOf = ({ overlap_seconds: overlap, secret }: { overlap_seconds: string; secret: string }) => ({
    endpoint_id: of.id,
    overlap_seconds: Number(overlap),
    ...(what === 'secret' && secret.trim() !== '' ? { secret: secret.trim() } : {}),
  });
  const send = async (values: { overlap_seconds: string; secret: string }) => {
    const { rotate_token: token, rotate_secret: secret } = client.automation.inbound_endpoints;
    const made = await (what === 'token' ? token : secret).mutate(inputOf(values), { context: once.context });
    once.renew();
    if (values.secret.trim() === '') storeCredential(made);
    await queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() });
    onClose();
  };
  return (
    <Dialog title={t(what === 'token' ? 'rotateTokenTitle' : 'rotateSecretTitle', { name: of.name })} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={t(what === 'token' ? 'rotateToken' : 'rotateSecret')}
        actions={
          <>
            <CopyAsCode
              operation={`automation_inbound_endpoints_rotate_${what}`}
              input={() => ({ ...inputOf({ ...form.getValues(), secret: '' }) })}
            />
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        {what === 'secret' && (
          <TextInput
            label={t('secret')}
            description={t('rotateSecretHelp')}
            type="password"
            autoComplete="off"
            maxLength={512}
            {...form.getInputProps('secret')}
          />
        )}
        <NativeSelect
          label={t('overlap')}
          data={OVERLAPS.map((value) => ({ value, label: t(`overlap_${value}`) }))}
          data-autofocus
          {...form.getInputProps('overlap_seconds')}
        />
        {form.values.overlap_seconds === '0' && <Note tone="warning">{t('overlapNow')}</Note>}
      </Form>
    </Dialog>
  );
}
