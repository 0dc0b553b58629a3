import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { account, queryClient } from '../../../trpc';
import { Dialog } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { toast } from '../../../ui/toast/toast';
import { effectOf } from './block-labels';
import { t } from './texts';

export function BlockHostDialog({ onClose }: { onClose: () => void }) {
  const add = useMutation(account.instance.links.hosts.add.mutationOptions());
  const form = useForm({
    initialValues: { host: '', reason: '' },
    validate: { host: (host) => (host.trim() === '' ? t('domainMissing') : null) },
  });
  const send = async ({ host, reason }: { host: string; reason: string }) => {
    const effect = await add.mutateAsync({ host: host.trim(), reason: reason.trim() || null });
    toast(t('domainBlocked', { domain: effect.host }), { text: effectOf(effect, 'blocked') });
    onClose();
    await queryClient.invalidateQueries({ queryKey: account.instance.links.pathKey() });
  };
  return (
    <Dialog title={t('blockDomainTitle')} onClose={onClose}>
      <p className="dimmed">{t('blockDomainHelp')}</p>
      <Form
        form={form}
        onSubmit={send}
        submit={t('blockDomain')}
        isDangerous
        actions={
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
        }
      >
        <TextInput
          label={t('domain')}
          placeholder="evil.example"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={253}
          data-autofocus
          {...form.getInputProps('host')}
        />
        <TextInput
          label={t('reason')}
          description={t('reasonHelp')}
          maxLength={200}
          {...form.getInputProps('reason')}
        />
      </Form>
    </Dialog>
  );
}
