import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient, type Inputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { TextArea } from '../../../ui/form/text-area';
import { Card } from '../../../ui/page';
import { toast } from '../../../ui/toast/toast';
import { differing } from '../settings/use-settings-form';
import { useDriver } from '../use-drivers';
import { useInstance, useUnsupportedReason } from '../use-instance';
import type { Group } from './labels';
import { t } from './texts';

type Change = Partial<Inputs['whatsapp']['groups']['update']>;

const lifetimes = () =>
  (['0', '86400', '604800', '7776000'] as const).map((value) => ({ value, label: t(`lifetime_${value}`) }));
const adders = () => (['all', 'admins'] as const).map((value) => ({ value, label: t(`adders_${value}`) }));
const RULES = [
  { name: 'admins_only_messages', capability: 'group.admins_only_messages' },
  { name: 'admins_only_settings', capability: 'group.admins_only_settings' },
] as const;

export const valuesOf = (group: Group) => ({
  subject: group.subject,
  description: group.description ?? '',
  admins_only_messages: group.admins_only_messages,
  admins_only_settings: group.admins_only_settings,
  join_approval: group.join_approval,
  member_add_mode: group.member_add_mode ?? 'all',
  message_lifetime_seconds: String(group.message_lifetime_seconds ?? 0),
});
type Values = ReturnType<typeof valuesOf>;

function changeOf(base: Values, draft: Values): Change {
  const { description, message_lifetime_seconds: seconds, ...rest } = differing(base, draft);
  return {
    ...rest,
    ...(description === undefined ? {} : { description: description.trim() === '' ? null : description }),
    ...(seconds === undefined ? {} : { message_lifetime_seconds: Number(seconds) as 0 }),
  };
}

export function GroupRules({ of, mayWrite }: { of: Group; mayWrite: boolean }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const isFixed = useDriver(useInstance().driver)?.traits.join_approval === 'at_creation';
  const lacks = useUnsupportedReason();
  const base = valuesOf(of);
  const form = useForm<Values>({
    initialValues: base,
    validate: { subject: (subject) => (subject.trim() === '' ? t('enterName') : null) },
  });
  const input = (draft: Values) => ({ instance_id: of.instance_id, group_id: of.id, ...changeOf(base, draft) });
  const save = async (draft: Values) => {
    await client.whatsapp.groups.update.mutate(input(draft), { context: { ...onVersion(of.version) } });
    await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() });
    toast(t('groupSaved'));
  };
  const rule = (capability: string) => {
    const reason = lacks(capability);
    return { description: reason, disabled: reason !== undefined };
  };
  return (
    <Card title={t('nameAndRules')}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <Form
          form={form}
          onSubmit={save}
          submit={t('saveGroup')}
          actions={<CopyAsCode operation="whatsapp_groups_update" input={() => ({ ...input(form.getValues()) })} />}
        >
          <TextInput label={t('name')} maxLength={100} {...form.getInputProps('subject')} />
          <TextArea label={t('description')} maxLength={2048} minRows={1} {...form.getInputProps('description')} />
          {RULES.map(({ name, capability }) => (
            <Checkbox
              key={name}
              label={t(name)}
              {...rule(capability)}
              {...form.getInputProps(name, { type: 'checkbox' })}
            />
          ))}
          <Checkbox
            label={t('joinApproval')}
            description={isFixed ? t('fixedApproval') : undefined}
            disabled={isFixed}
            {...form.getInputProps('join_approval', { type: 'checkbox' })}
          />
          <div className="wa-pair">
            <NativeSelect
              label={t('whoAdds')}
              data={adders()}
              {...rule('group.member_add_mode')}
              {...form.getInputProps('member_add_mode')}
            />
            <NativeSelect
              label={t('disappearing')}
              data={lifetimes()}
              {...rule('group.message_lifetime')}
              {...form.getInputProps('message_lifetime_seconds')}
            />
          </div>
        </Form>
      </fieldset>
    </Card>
  );
}
