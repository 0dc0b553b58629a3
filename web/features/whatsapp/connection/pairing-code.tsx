import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { useTRPC } from '../../../trpc';
import { CopyButton } from '../../../ui/code/copy';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { Time } from '../../../ui/time';
import type { Instance } from '../labels';
import { t } from './texts';

/** `ABCD-EFGH`, as the phone shows its fields. */
const inTwoParts = (code: string): string => code.replace(/^(\w{4})(\w{4})$/, '$1-$2');

export function PairingCode({ of }: { of: Instance }) {
  const trpc = useTRPC();
  const request = useMutation(trpc.whatsapp.instances.create_pairing_code.mutationOptions());
  const form = useForm({
    initialValues: { phone: of.phone ?? '' },
    validate: {
      phone: (phone) => (phone.replaceAll(/\D/g, '').length < 7 ? t('enterNumber') : null),
    },
  });
  const input = () => ({ instance_id: of.id, phone: form.getValues().phone.trim() });
  if (request.data) {
    const { code, expires_at: until } = request.data;
    return (
      <div className="wa-code">
        <output className="mono wa-code-letters" aria-label={t('pairingCode')}>
          {inTwoParts(code)}
        </output>
        <div className="dimmed">{t.rich('codeExpires', { time: () => <Time at={until} /> })}</div>
        <div className="wa-line">
          <CopyButton text={code} label={t('copyCode')} />
          <Button size="xs" variant="default" onClick={() => request.reset()}>
            {t('anotherCode')}
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
        submit={t('getCode')}
        actions={<CopyAsCode operation="whatsapp_instances_create_pairing_code" input={input} />}
      >
        <TextInput
          label={t('phoneNumber')}
          description={t('phoneHelp')}
          type="tel"
          autoComplete="off"
          maxLength={60}
          {...form.getInputProps('phone')}
        />
      </Form>
    </div>
  );
}
