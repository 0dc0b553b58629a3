import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Sheet } from '../../../ui/dialog/dialog';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { toast } from '../../../ui/toast/toast';
import { checkDraft, inputOf, NEW_DOMAIN, type DomainDraft } from './draft';
import { DomainFields } from './fields';
import { t } from './texts';

export function AddSheet({ onClose }: { onClose: (madeId?: string) => void }) {
  const trpc = useTRPC();
  const once = useSendOnce();
  const create = useMutation(trpc.links.domains.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm<DomainDraft>({ initialValues: NEW_DOMAIN, validate: checkDraft, onValuesChange: once.renew });
  const send = async (values: DomainDraft) => {
    const { id, status, hostname } = await create.mutateAsync(inputOf(values));
    once.renew();
    await queryClient.invalidateQueries({ queryKey: trpc.links.domains.pathKey() });
    toast(
      status === 'active' ? t('isActive', { host: hostname }) : t('added', { host: hostname }),
      status === 'active' ? {} : { text: t('setRecords') },
    );
    onClose(id);
  };
  return (
    <Sheet title={t('addTitle')} onClose={() => onClose()}>
      <Form
        form={form}
        onSubmit={send}
        submit={t('addDomain')}
        actions={
          <>
            <CopyAsCode operation="links_domains_create" input={() => inputOf(form.getValues())} />
            <Button variant="default" onClick={() => onClose()}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <TextInput
          label={t('hostName')}
          description={t('hostNameHelp')}
          placeholder="go.example.com"
          spellCheck={false}
          autoComplete="off"
          autoCapitalize="off"
          maxLength={260}
          data-autofocus
          {...form.getInputProps('hostname')}
        />
        <DomainFields form={form} />
      </Form>
    </Sheet>
  );
}
