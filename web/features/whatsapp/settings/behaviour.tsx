import { Checkbox, NumberInput, TextInput } from '@mantine/core';

import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { differing } from '../../../ui/form/differing';
import { Form } from '../../../ui/form/form';
import { LeaveGuard } from '../../../ui/form/leave-guard';
import { Card } from '../../../ui/page';
import type { Instance } from '../labels';
import { useDriver } from '../use-drivers';
import { t } from './texts';
import { useSettingsForm } from './use-settings-form';

const MIB = 1_048_576;
const MAX_MIB = 100;

const SWITCHES = ['ignore_groups', 'ignore_status', 'auto_read', 'store_media'] as const;

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
  const { form, isDirty, save, input } = useSettingsForm<Values>({
    of,
    values: valuesOf(of),
    validate: { name: (name) => (name.trim() === '' ? t('enterName') : null) },
    changeOf,
  });
  return (
    <Card title={t('behavior')} actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form form={form} onSubmit={save} submit={t('saveBehavior')}>
          <LeaveGuard isDirty={isDirty} />
          <TextInput label={t('name')} maxLength={64} autoComplete="off" {...form.getInputProps('name')} />
          {SWITCHES.map((name) => (
            <Checkbox
              key={name}
              label={t(name)}
              description={t(`help_${name}`)}
              {...form.getInputProps(name, { type: 'checkbox' })}
            />
          ))}
          {driver?.traits.send_window === true && (
            <Checkbox
              label={t('strictWindow')}
              description={t('strictWindowHelp')}
              {...form.getInputProps('strict_window', { type: 'checkbox' })}
            />
          )}
          <NumberInput
            label={t('maxFile')}
            description={t('maxFileHelp', { max: MAX_MIB })}
            min={0}
            max={MAX_MIB}
            {...form.getInputProps('media_max_mib')}
          />
          <NumberInput
            label={t('rawRetention')}
            description={t('rawRetentionHelp')}
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
