import { Checkbox, NumberInput, TextInput } from '@mantine/core';

import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { Card } from '../../../ui/page';
import type { Instance } from '../labels';
import { useDriver } from '../use-drivers';
import { differing, useSettingsForm } from './use-settings-form';

const MIB = 1_048_576;
const MAX_MIB = 100;

const SWITCHES = [
  { name: 'ignore_groups', label: 'Drop messages of groups', about: 'They are neither stored nor told of.' },
  { name: 'ignore_status', label: 'Drop status posts', about: 'What people post for a day.' },
  { name: 'auto_read', label: 'Mark incoming messages as read', about: 'The other side sees the blue ticks at once.' },
  { name: 'store_media', label: 'Fetch received files at once', about: 'Otherwise when somebody asks for one.' },
] as const;

const valuesOf = ({ name, settings }: Instance) => ({
  name,
  ignore_groups: settings.ignore_groups,
  ignore_status: settings.ignore_status,
  auto_read: settings.auto_read,
  store_media: settings.store_media,
  media_max_mib: settings.media_max_bytes / MIB,
  raw_retention_days: settings.raw_retention_days,
  strict_window: settings.strict_window,
});
type Values = ReturnType<typeof valuesOf>;

function changeOf(base: Values, draft: Values) {
  const { name, media_max_mib: mib, ...settings } = differing(base, draft);
  const changed = {
    ...settings,
    ...(mib === undefined ? {} : { media_max_bytes: Math.round(mib * MIB) }),
  };
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(Object.keys(changed).length > 0 ? { settings: changed as { auto_read?: boolean } } : {}),
  };
}

export function BehaviourCard({ of, mayWrite }: { of: Instance; mayWrite: boolean }) {
  const driver = useDriver(of.driver);
  const { form, save, input } = useSettingsForm<Values>({
    of,
    values: valuesOf(of),
    validate: { name: (name) => (name.trim() === '' ? 'What is it called?' : null) },
    changeOf,
  });
  return (
    <Card title="Behaviour" actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form form={form} onSubmit={save} submit="Save behaviour">
          <TextInput label="Name" maxLength={64} autoComplete="off" {...form.getInputProps('name')} />
          {SWITCHES.map(({ name, label, about }) => (
            <Checkbox
              key={name}
              label={label}
              description={about}
              {...form.getInputProps(name, { type: 'checkbox' })}
            />
          ))}
          {driver?.traits.send_window === true && (
            <Checkbox
              label="Strict 24-hour window"
              description="Refuse messages other than templates to people who have not written to this instance. Otherwise Meta decides whether their window is open."
              {...form.getInputProps('strict_window', { type: 'checkbox' })}
            />
          )}
          <NumberInput
            label="Largest file that is fetched, in MiB"
            description={`0 to ${MAX_MIB}.`}
            min={0}
            max={MAX_MIB}
            {...form.getInputProps('media_max_mib')}
          />
          <NumberInput
            label="Keep the provider’s own objects for, in days"
            description="0 to 30; for looking into what the provider said."
            min={0}
            max={30}
            allowDecimal={false}
            {...form.getInputProps('raw_retention_days')}
          />
        </Form>
      </fieldset>
    </Card>
  );
}
