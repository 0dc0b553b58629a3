import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { CopyButton } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { Time } from '../../../ui/time';
import type { Instance } from '../labels';

/** `ABCD-EFGH`, as the phone shows its fields. */
const inTwoParts = (code: string): string => code.replace(/^(\w{4})(\w{4})$/, '$1-$2');

export function PairingCode({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const request = useMutation(trpc.whatsapp.instances.create_pairing_code.mutationOptions());
  const form = useForm({
    initialValues: { phone: of.phone ?? '' },
    validate: {
      phone: (phone) => (phone.replaceAll(/\D/g, '').length < 7 ? 'The number with its country code.' : null),
    },
  });
  const input = () => ({ instance_id: of.id, phone: form.getValues().phone.trim() });
  if (request.data) {
    const { code, expires_at: until } = request.data;
    return (
      <div className="wa-code">
        <output className="mono wa-code-letters" aria-label="Pairing code">
          {inTwoParts(code)}
        </output>
        <div className="dimmed">
          This code expires <Time at={until} />
        </div>
        <div className="wa-line">
          <CopyButton text={code} label="Copy code" />
          <Button size="xs" variant="default" onClick={() => request.reset()}>
            Another code
          </Button>
        </div>
      </div>
    );
  }
  return (
    <div className="wa-code">
      <Form
        form={form}
        onSubmit={() => request.mutateAsync(input())}
        submit="Get a code"
        actions={<CopyAsCode operation="whatsapp_instances_create_pairing_code" input={input} />}
      >
        <TextInput
          label="Number of the phone"
          description="With its country code, such as +1 555 010 9999."
          type="tel"
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('phone')}
        />
      </Form>
    </div>
  );
}
