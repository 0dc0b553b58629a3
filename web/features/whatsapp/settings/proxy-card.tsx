import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { Card } from '../../../ui/page';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Instance } from '../labels';
import { useDriver } from '../use-drivers';
import { useSettingsForm } from './use-settings-form';

interface Values {
  proxy: { url: string };
}

const EMPTY: Values = { proxy: { url: '' } };
/** Credentials do not belong into code that is copied. */
const SAMPLE = { proxy: { url: '$PROXY_URL' } };

export function ProxyCard({ of, mayWrite }: { of: Instance; mayWrite: boolean }) {
  const driver = useDriver(of.driver);
  const trpc = useTRPC();
  const { form, save } = useSettingsForm<Values>({
    of,
    values: EMPTY,
    validate: ({ proxy }) => (proxy.url.trim() === '' ? { 'proxy.url': 'Paste its address.' } : {}),
    changeOf: (_base, draft) => ({ proxy: { url: draft.proxy.url.trim() } }),
  });
  const remove = useMutation(
    trpc.whatsapp.instances.update.mutationOptions({
      onSuccess: () => toast('The proxy is removed'),
      onError: (error) => toastError(error, 'The proxy was not removed'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() }),
    }),
  );
  const input = { instance_id: of.id, ...SAMPLE };
  return (
    <Card title="Proxy" actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form
          form={form}
          onSubmit={save}
          submit="Save proxy"
          actions={
            of.proxy !== null &&
            mayWrite && (
              <Button
                variant="default"
                loading={remove.isPending}
                onClick={() => remove.mutate({ instance_id: of.id, proxy: null })}
              >
                Remove proxy
              </Button>
            )
          }
        >
          <p className="wa-text">
            {of.proxy === null ? (
              'None: the network is reached directly.'
            ) : (
              <>
                Set: <span className="mono">{of.proxy.url_redacted}</span>
              </>
            )}
            {driver?.traits.proxy === false && (
              <span className="dimmed"> The driver of this instance does not use it.</span>
            )}
          </p>
          <PasswordInput
            label="Address"
            description="With its credentials, such as http://user:password@proxy.example.com:3128. Sealed when it is stored, and never shown again."
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the address' }}
            {...form.getInputProps('proxy.url')}
          />
        </Form>
      </fieldset>
    </Card>
  );
}
