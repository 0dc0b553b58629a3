import { Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';

import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { Card } from '../../../ui/page';
import { useLacks } from '../use-instance';
import type { Instance } from '../words';
import { differing, useSettingsForm } from './use-settings-form';

const MIB = 1_048_576;
const MOST_MIB = 100;

const SWITCHES = [
  { name: 'ignore_groups', label: 'Drop messages of groups', about: 'They are neither stored nor told of.' },
  { name: 'ignore_status', label: 'Drop status posts', about: 'What people post for a day.' },
  { name: 'auto_read', label: 'Mark incoming messages as read', about: 'The other side sees the blue ticks at once.' },
  { name: 'always_online', label: 'Show the account as online', about: 'Also while nothing is sent.' },
  { name: 'store_media', label: 'Fetch received files at once', about: 'Otherwise when somebody asks for one.' },
] as const;

const HISTORIES = [
  { value: 'none', label: 'Nothing' },
  { value: 'recent', label: 'The last weeks' },
  { value: 'full', label: 'All that the phone sends' },
];

const valuesOf = ({ name, settings }: Instance) => ({
  name,
  ignore_groups: settings.ignore_groups,
  ignore_status: settings.ignore_status,
  auto_read: settings.auto_read,
  always_online: settings.always_online,
  store_media: settings.store_media,
  reject_calls: settings.reject_calls,
  reject_call_message: settings.reject_call_message ?? '',
  sync_history: settings.sync_history as string,
  media_max_mib: settings.media_max_bytes / MIB,
  keep_raw_days: settings.keep_raw_days,
  strict_window: settings.strict_window,
});
type Values = ReturnType<typeof valuesOf>;

function changeOf(base: Values, draft: Values) {
  const { name, media_max_mib: mib, reject_call_message: message, ...settings } = differing(base, draft);
  const changed = {
    ...settings,
    ...(mib === undefined ? {} : { media_max_bytes: Math.round(mib * MIB) }),
    ...(message === undefined ? {} : { reject_call_message: message.trim() === '' ? null : message.trim() }),
  };
  return {
    ...(name === undefined ? {} : { name: name.trim() }),
    ...(Object.keys(changed).length > 0 ? { settings: changed as { auto_read?: boolean } } : {}),
  };
}

export function BehaviourCard({ of, mayWrite }: { of: Instance; mayWrite: boolean }) {
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
          {of.driver === 'cloud' && (
            <Checkbox
              label="Strict 24-hour window"
              description="Refuse messages other than templates to people who have not written to this instance. Otherwise Meta decides whether their window is open."
              {...form.getInputProps('strict_window', { type: 'checkbox' })}
            />
          )}
          <CallFields form={form} />
          <NumberInput
            label="Largest file that is fetched, in MiB"
            description={`0 to ${MOST_MIB}.`}
            min={0}
            max={MOST_MIB}
            {...form.getInputProps('media_max_mib')}
          />
          <NumberInput
            label="Keep the provider’s own objects for, in days"
            description="0 to 30; for looking into what the provider said."
            min={0}
            max={30}
            allowDecimal={false}
            {...form.getInputProps('keep_raw_days')}
          />
        </Form>
      </fieldset>
    </Card>
  );
}

/** What only some drivers can do says why not. */
function CallFields({ form }: { form: UseFormReturnType<Values> }) {
  const lacks = useLacks();
  const noCalls = lacks('call.reject');
  const noHistory = lacks('history.import');
  return (
    <>
      <Checkbox
        label="Reject calls"
        description={noCalls ?? 'The caller hears that nobody answers.'}
        disabled={noCalls !== undefined}
        {...form.getInputProps('reject_calls', { type: 'checkbox' })}
      />
      {form.values.reject_calls && (
        <Textarea
          label="What a rejected caller is sent"
          description="Empty for nothing."
          maxLength={1024}
          autosize
          minRows={1}
          {...form.getInputProps('reject_call_message')}
        />
      )}
      <NativeSelect
        label="Read in at pairing"
        description={noHistory ?? 'How much of the past the phone is asked for.'}
        disabled={noHistory !== undefined}
        data={HISTORIES}
        {...form.getInputProps('sync_history')}
      />
    </>
  );
}
