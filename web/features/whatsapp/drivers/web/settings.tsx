import { Checkbox, NativeSelect, TextInput } from '@mantine/core';

import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { differing } from '../../../../ui/form/differing';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { TextArea } from '../../../../ui/form/text-area';
import { Card } from '../../../../ui/page';
import type { Instance, InstanceChange } from '../../labels';
import { useSettingsForm } from '../../settings/use-settings-form';
import { historyOptions, type Web } from './draft';
import { t } from './texts';

const valuesOf = (web: Web) => ({
  web: {
    client_name: web.client_name,
    always_online: web.always_online,
    reject_calls: web.reject_calls,
    reject_call_message: web.reject_call_message ?? '',
    sync_history: web.sync_history,
  },
});
type Values = ReturnType<typeof valuesOf>;

function changeOf(base: Values, draft: Values): Partial<InstanceChange> {
  const { client_name: name, reject_call_message: text, ...rest } = differing(base.web, draft.web);
  return {
    web: {
      ...rest,
      ...(name === undefined ? {} : { client_name: name.trim() }),
      ...(text === undefined ? {} : { reject_call_message: text.trim() === '' ? null : text.trim() }),
    },
  };
}

interface WebCardProps {
  of: Instance;
  web: Web;
  mayWrite: boolean;
}

export function WebCard({ of, web, mayWrite }: WebCardProps) {
  const { form, isDirty, save, input } = useSettingsForm<Values>({
    of,
    values: valuesOf(web),
    validate: { web: { client_name: (name) => (name.trim() === '' ? t('enterName') : null) } },
    changeOf,
  });
  return (
    <Card title={t('linkedDevice')} actions={<CopyAsCode operation="whatsapp_instances_update" input={input} />}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form form={form} onSubmit={save} submit={t('saveDevice')}>
          <LeaveGuard isDirty={isDirty} />
          <Checkbox
            label={t('alwaysOnline')}
            description={t('alwaysOnlineHelp')}
            {...form.getInputProps('web.always_online', { type: 'checkbox' })}
          />
          <Checkbox
            label={t('rejectCalls')}
            description={t('rejectCallsHelp')}
            {...form.getInputProps('web.reject_calls', { type: 'checkbox' })}
          />
          {form.values.web.reject_calls && (
            <TextArea
              label={t('rejectMessage')}
              description={t('rejectMessageHelp')}
              maxLength={1024}
              minRows={2}
              {...form.getInputProps('web.reject_call_message')}
            />
          )}
          <TextInput
            label={t('clientName')}
            description={t('clientNameChange')}
            maxLength={50}
            autoComplete="off"
            {...form.getInputProps('web.client_name')}
          />
          <NativeSelect
            label={t('importHistory')}
            description={t('historyChange')}
            data={historyOptions()}
            {...form.getInputProps('web.sync_history')}
          />
        </Form>
      </fieldset>
    </Card>
  );
}
