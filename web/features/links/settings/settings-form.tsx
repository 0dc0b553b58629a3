import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { Form } from '../../../ui/form/form';
import { LeaveGuard } from '../../../ui/form/leave-guard';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { acceptsLinks, useDomains } from '../domains-and-tags';
import { t } from './texts';

import '../links.css';

type Settings = Outputs['links']['settings']['get'];

const addresses = () => [
  { value: 'none', label: t('storeNothing') },
  { value: 'prefix', label: t('storePrefix') },
];
const referrers = () => [
  { value: 'host', label: t('storeHost') },
  { value: 'path', label: t('storePath') },
];

const valuesOf = (settings: Settings) => ({
  default_domain_id: settings.default_domain_id ?? '',
  slug_length: settings.slug_length,
  address_storage: settings.address_storage,
  referrer_storage: settings.referrer_storage,
  click_retention_days: settings.click_retention_days,
  count_http_clients: settings.count_http_clients,
  allow_private_targets: settings.allow_private_targets,
});
type Values = ReturnType<typeof valuesOf>;

const yesOrNo = (isSo: boolean): string => t(isSo ? 'yes' : 'no');
const fields = (): ConflictField<Values>[] => [
  { name: 'default_domain_id', label: t('defaultDomain') },
  { name: 'slug_length', label: t('slugLength'), show: ({ slug_length: length }) => String(length) },
  { name: 'address_storage', label: t('addressStorage') },
  { name: 'referrer_storage', label: t('referrerStorage') },
  {
    name: 'click_retention_days',
    label: t('retention'),
    show: ({ click_retention_days: days }) => String(days),
  },
  { name: 'count_http_clients', label: t('countTools'), show: ({ count_http_clients: counts }) => yesOrNo(counts) },
  {
    name: 'allow_private_targets',
    label: t('privateTargets'),
    show: ({ allow_private_targets: allows }) => yesOrNo(allows),
  },
];

const changeOf = (base: Values, values: Values) =>
  Object.fromEntries(
    (Object.keys(base) as (keyof Values)[])
      .filter((name) => base[name] !== values[name])
      .map((name) => [name, values[name] === '' ? null : values[name]]),
  );

export function SettingsForm({ settings }: { settings: Settings }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { id: workspaceId } = useWorkspace();
  const mayWrite = useCan()('links:write');
  const domains = useDomains();
  const form = useForm<Values>({ initialValues: valuesOf(settings) });
  const stale = useEditConflict({
    current: settings,
    valuesOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey: trpc.links.settings.pathKey() }, { throwOnError: true }),
  });

  const save = (values: Values, base: Settings) =>
    stale.guard(async () => {
      const change = changeOf(valuesOf(base), values);
      const saved = await client.links.settings.update.mutate(change, { context: { ...onVersion(base.version) } });
      stale.adopt(saved);
      await queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
      toast(t('saved'));
    });

  return (
    <Card
      title={t('settings')}
      actions={
        <CopyAsCode operation="links_settings_update" input={() => changeOf(valuesOf(stale.base), form.getValues())} />
      }
    >
      {!mayWrite && <Note>{t('readOnly')}</Note>}
      <fieldset disabled={!mayWrite} className="form-narrow links-fields">
        <EditConflict of={stale} id={workspaceId} what={t('aSettings')} fields={fields()} onSave={save} />
        <Form form={form} onSubmit={(values) => save(values, stale.base)} submit={t('saveSettings')}>
          <LeaveGuard isDirty={form.isDirty() && !stale.isSaving} />
          <NativeSelect
            label={t('defaultDomain')}
            description={t('defaultDomainHelp')}
            data={[
              ...(form.values.default_domain_id === '' ? [{ value: '', label: t('noDomain') }] : []),
              ...domains
                .filter((domain) => acceptsLinks(domain) || domain.id === form.values.default_domain_id)
                .map(({ id, hostname }) => ({ value: id, label: hostname })),
            ]}
            {...form.getInputProps('default_domain_id')}
          />
          <NumberInput
            label={t('slugLength')}
            description={t('slugLengthHelp')}
            min={3}
            max={64}
            allowDecimal={false}
            {...form.getInputProps('slug_length')}
          />
          <NativeSelect label={t('addressStorage')} data={addresses()} {...form.getInputProps('address_storage')} />
          <NativeSelect label={t('referrerStorage')} data={referrers()} {...form.getInputProps('referrer_storage')} />
          <NumberInput
            label={t('retention')}
            description={t('retentionHelp')}
            min={2}
            max={3650}
            allowDecimal={false}
            {...form.getInputProps('click_retention_days')}
          />
          <Checkbox
            label={t('countTools')}
            description={t('countToolsHelp')}
            {...form.getInputProps('count_http_clients', { type: 'checkbox' })}
          />
          <Checkbox
            label={t('privateTargets')}
            description={t('privateTargetsHelp')}
            {...form.getInputProps('allow_private_targets', { type: 'checkbox' })}
          />
        </Form>
      </fieldset>
    </Card>
  );
}
