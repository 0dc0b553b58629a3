import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { pairsOf, recordOf } from '../../webhooks/form/draft';
import { PairsField } from '../../webhooks/form/pairs-field';
import { faultOfPairs } from '../pairs';
import { differing } from '../settings/use-settings-form';
import { OPT_OUTS, type Contact } from './labels';
import { t } from './texts';

export const valuesOf = ({ name, opt_out: optOut, metadata }: Contact) => ({
  name: name ?? '',
  opt_out: optOut as string,
  metadata: pairsOf(metadata),
});
type Values = ReturnType<typeof valuesOf>;

export function ContactForm({ of, mayWrite }: { of: Contact; mayWrite: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const base = valuesOf(of);
  const form = useForm<Values>({
    initialValues: base,
    validate: { metadata: (pairs) => faultOfPairs(pairs) ?? null },
  });
  const input = (draft: Values) => {
    const { name, opt_out: optOut, metadata } = differing(base, draft);
    return {
      instance_id: of.instance_id,
      contact_id: of.id,
      ...(name === undefined ? {} : { name: name.trim() === '' ? null : name.trim() }),
      ...(optOut === undefined ? {} : { opt_out: optOut as Contact['opt_out'] }),
      ...(metadata === undefined ? {} : { metadata: recordOf(metadata) }),
    };
  };
  const save = async (draft: Values) => {
    await client.whatsapp.contacts.update.mutate(input(draft), { context: { ...onVersion(of.version) } });
    await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.contacts.pathKey() });
    toast(t('contactSaved'));
  };
  return (
    <fieldset disabled={!mayWrite} className="wa-fields">
      <Form
        form={form}
        onSubmit={save}
        submit={t('saveContact')}
        actions={<CopyAsCode operation="whatsapp_contacts_update" input={() => input(form.getValues())} />}
      >
        <TextInput
          label={t('displayName')}
          description={t('displayNameHelp')}
          maxLength={200}
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label={t('optOut')}
          description={t('optOutHelp')}
          data={Object.entries(OPT_OUTS).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('opt_out')}
        />
        {base.opt_out !== 'none' && form.values.opt_out === 'none' && <Note tone="warning">{t('optOutWarning')}</Note>}
        <PairsField
          title={t('metadata')}
          what={t('pair')}
          description={t('metadataHelp')}
          value={form.values.metadata}
          maxLength={{ name: 40, value: 500 }}
          error={form.errors['metadata']}
          onChange={(next) => {
            form.setFieldValue('metadata', next);
            form.clearFieldError('metadata');
          }}
        />
      </Form>
    </fieldset>
  );
}
