import { Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient, type Outputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { Form } from '../../../ui/form/form';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { useLeaveGuard } from '../../../ui/form/use-leave-guard';
import { Card } from '../../../ui/page';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { acceptsLinks, useDomains } from '../domains-and-tags';

import '../links.css';

type Settings = Outputs['links']['settings']['get'];

const ADDRESSES = [
  { value: 'none', label: 'Nothing' },
  { value: 'prefix', label: 'Its network (/24, /48)' },
];
const REFERRERS = [
  { value: 'host', label: 'Its host' },
  { value: 'path', label: 'Its address, without the query' },
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

const yesOrNo = (isSo: boolean): string => (isSo ? 'Yes' : 'No');
const FIELDS: ConflictField<Values>[] = [
  { name: 'default_domain_id', label: 'Default domain' },
  { name: 'slug_length', label: 'Length of slugs', show: ({ slug_length: length }) => String(length) },
  { name: 'address_storage', label: 'Kept of addresses' },
  { name: 'referrer_storage', label: 'Kept of referrers' },
  {
    name: 'click_retention_days',
    label: 'Days of single clicks',
    show: ({ click_retention_days: days }) => String(days),
  },
  { name: 'count_http_clients', label: 'Count tools', show: ({ count_http_clients: counts }) => yesOrNo(counts) },
  {
    name: 'allow_private_targets',
    label: 'Private destinations',
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
  useLeaveGuard(form.isDirty() && !stale.isSaving);

  const save = (values: Values, base: Settings) =>
    stale.guard(async () => {
      const change = changeOf(valuesOf(base), values);
      const saved = await client.links.settings.update.mutate(change, { context: { ...onVersion(base.version) } });
      stale.adopt(saved);
      await queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
      toast('Settings saved');
    });

  return (
    <Card
      title="Settings"
      actions={
        <CopyAsCode operation="links_settings_update" input={() => changeOf(valuesOf(stale.base), form.getValues())} />
      }
    >
      {!mayWrite && <Note>Your role can read these settings. A developer can change them.</Note>}
      <fieldset disabled={!mayWrite} className="form-narrow links-fields">
        <EditConflict of={stale} id={workspaceId} what="settings" fields={FIELDS} onSave={save} />
        <Form form={form} onSubmit={(values) => save(values, stale.base)} submit="Save settings">
          <NativeSelect
            label="Default domain"
            description="Of links that name none."
            data={[
              ...(form.values.default_domain_id === '' ? [{ value: '', label: 'None: each link names one' }] : []),
              ...domains
                .filter((domain) => acceptsLinks(domain) || domain.id === form.values.default_domain_id)
                .map(({ id, hostname }) => ({ value: id, label: hostname })),
            ]}
            {...form.getInputProps('default_domain_id')}
          />
          <NumberInput
            label="Length of slugs that are made"
            description="3 to 64."
            min={3}
            max={64}
            allowDecimal={false}
            {...form.getInputProps('slug_length')}
          />
          <NativeSelect
            label="Kept of a visitor’s address"
            data={ADDRESSES}
            {...form.getInputProps('address_storage')}
          />
          <NativeSelect
            label="Kept of the page that led here"
            data={REFERRERS}
            {...form.getInputProps('referrer_storage')}
          />
          <NumberInput
            label="Keep single clicks for, in days"
            description="2 to 3,650. Sums stay."
            min={2}
            max={3650}
            allowDecimal={false}
            {...form.getInputProps('click_retention_days')}
          />
          <Checkbox
            label="Count tools as people"
            description="Clicks by curl and other HTTP libraries."
            {...form.getInputProps('count_http_clients', { type: 'checkbox' })}
          />
          <Checkbox
            label="Links on own domains may lead into private networks"
            description="For intranets: whoever is inside follows them."
            {...form.getInputProps('allow_private_targets', { type: 'checkbox' })}
          />
        </Form>
      </fieldset>
    </Card>
  );
}
