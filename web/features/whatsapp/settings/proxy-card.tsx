import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { LeaveGuard } from '../../../ui/form/leave-guard';
import { Card } from '../../../ui/page';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Instance } from '../labels';
import { useDriver } from '../use-drivers';
import { t } from './texts';
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
  const { form, isDirty, save } = useSettingsForm<Values>({
    of,
    values: EMPTY,
    validate: ({ proxy }) => (proxy.url.trim() === '' ? { 'proxy.url': t('enterProxy') } : {}),
    changeOf: (_base, draft) => ({ proxy: { url: draft.proxy.url.trim() } }),
  });
  const remove = useMutation(
    trpc.whatsapp.instances.update.mutationOptions({
      onSuccess: () => toast(t('proxyRemoved')),
      onError: (error) => toastError(error, t('proxyNotRemoved')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() }),
    }),
  );
  const input = { instance_id: of.id, ...SAMPLE };
  return (
    <Card title={t('proxy')} actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form
          form={form}
          onSubmit={save}
          submit={t('saveProxy')}
          actions={
            of.proxy !== null &&
            mayWrite && (
              <Button
                variant="default"
                loading={remove.isPending}
                onClick={() => remove.mutate({ instance_id: of.id, proxy: null })}
              >
                {t('removeProxy')}
              </Button>
            )
          }
        >
          <LeaveGuard isDirty={isDirty} />
          <p className="wa-text">
            {of.proxy === null
              ? t('noProxy')
              : t.rich('currentProxy', { url: () => <span className="mono">{of.proxy?.url_redacted}</span> })}
            {driver?.traits.proxy === false && <span className="dimmed"> {t('proxyUnused')}</span>}
          </p>
          <PasswordInput
            label={t('proxyUrl')}
            description={t('proxyUrlHelp')}
            maxLength={2048}
            autoComplete="off"
            spellCheck={false}
            visibilityToggleButtonProps={{ 'aria-label': t('toggleProxy') }}
            {...form.getInputProps('proxy.url')}
          />
        </Form>
      </fieldset>
    </Card>
  );
}
