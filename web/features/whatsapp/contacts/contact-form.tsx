import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { differing } from '../../../ui/form/differing';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { Form } from '../../../ui/form/form';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { pairsOf, recordOf } from '../../webhooks/form/draft';
import { PairsField } from '../../webhooks/form/pairs-field';
import { faultOfPairs } from '../pairs';
import { OPT_OUTS, type Contact } from './labels';
import { t } from './texts';

const valuesOf = ({ name, opt_out: optOut, metadata }: Contact) => ({
  name: name ?? '',
  opt_out: optOut as string,
  metadata: pairsOf(metadata),
});
type Values = ReturnType<typeof valuesOf>;

const fields = (): ConflictField<Values>[] => [
  { name: 'name', label: t('displayName') },
  { name: 'opt_out', label: t('optOut'), show: ({ opt_out: optOut }) => OPT_OUTS[optOut as Contact['opt_out']] },
  {
    name: 'metadata',
    label: t('metadata'),
    show: ({ metadata }) => metadata.map(({ name, value }) => `${name}: ${value}`).join(', '),
  },
];

export function ContactForm({ of, mayWrite }: { of: Contact; mayWrite: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const form = useForm<Values>({
    initialValues: valuesOf(of),
    validate: { metadata: (pairs) => faultOfPairs(pairs) ?? null },
  });
  const stale = useEditConflict({
    current: of,
    valuesOf,
    form,
    refresh: () =>
      queryClient.invalidateQueries({ queryKey: trpc.whatsapp.contacts.pathKey() }, { throwOnError: true }),
  });
  const input = (draft: Values, base: Contact) => {
    const { name, opt_out: optOut, metadata } = differing(valuesOf(base), draft);
    return {
      instance_id: of.instance_id,
      contact_id: of.id,
      ...(name === undefined ? {} : { name: name.trim() === '' ? null : name.trim() }),
      ...(optOut === undefined ? {} : { opt_out: optOut as Contact['opt_out'] }),
      ...(metadata === undefined ? {} : { metadata: recordOf(metadata) }),
    };
  };
  const save = (draft: Values, base: Contact) =>
    stale.guard(async () => {
      const saved = await client.whatsapp.contacts.update.mutate(input(draft, base), {
        context: { ...onVersion(base.version) },
      });
      stale.adopt(saved);
      await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.contacts.pathKey() });
      toast(t('contactSaved'));
    });
  return (
    <fieldset disabled={!mayWrite} className="wa-fields">
      <EditConflict of={stale} id={of.id} what={t('contactNoun')} fields={fields()} onSave={save} />
      <Form
        form={form}
        onSubmit={(draft) => save(draft, stale.base)}
        submit={t('saveContact')}
        actions={<CopyAsCode operation="whatsapp_contacts_update" input={() => input(form.getValues(), stale.base)} />}
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
        {stale.base.opt_out !== 'none' && form.values.opt_out === 'none' && (
          <Note tone="warning">{t('optOutWarning')}</Note>
        )}
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
