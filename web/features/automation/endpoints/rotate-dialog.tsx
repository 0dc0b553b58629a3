import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { Note } from '../../../ui/tag';
import type { Endpoint } from './labels';
import { storeCredential } from './new-page';

const OVERLAPS = [
  { value: '0', label: 'Refuse the old one at once' },
  { value: '3600', label: 'Take the old one for 1 more hour' },
  { value: '86400', label: 'Take the old one for 24 more hours' },
  { value: '604800', label: 'Take the old one for 7 more days' },
];

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
    <Dialog title={`A new ${what} for “${of.name}”?`} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={`Make a new ${what}`}
        actions={
          <>
            <CopyAsCode
              operation={`automation_inbound_endpoints_rotate_${what}`}
              input={() => ({ ...inputOf({ ...form.getValues(), secret: '' }) })}
            />
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
          </>
        }
      >
        {what === 'secret' && (
          <TextInput
            label="Secret"
            description="The one that the sender shows you; left empty, one is made and shown once."
            type="password"
            autoComplete="off"
            maxLength={512}
            {...form.getInputProps('secret')}
          />
        )}
        <NativeSelect
          label={`The old ${what}`}
          data={OVERLAPS}
          data-autofocus
          {...form.getInputProps('overlap_seconds')}
        />
        {form.values.overlap_seconds === '0' && (
          <Note tone="warning">A sender that has only the old {what} is refused from then on.</Note>
        )}
      </Form>
    </Dialog>
  );
}
