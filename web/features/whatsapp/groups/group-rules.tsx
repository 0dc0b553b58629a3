import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient, type Inputs } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { differing } from '../../../ui/form/differing';
import { EditConflict, type ConflictField } from '../../../ui/form/edit-conflict';
import { Form } from '../../../ui/form/form';
import { TextArea } from '../../../ui/form/text-area';
import { useEditConflict } from '../../../ui/form/use-edit-conflict';
import { Card } from '../../../ui/page';
import { toast } from '../../../ui/toast/toast';
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

const valuesOf = (group: Group) => ({
  subject: group.subject,
  description: group.description ?? '',
  admins_only_messages: group.admins_only_messages,
  admins_only_settings: group.admins_only_settings,
  join_approval: group.join_approval,
  member_add_mode: group.member_add_mode ?? 'all',
  message_lifetime_seconds: String(group.message_lifetime_seconds ?? 0),
});
type Values = ReturnType<typeof valuesOf>;

const yesOrNo = (isSo: boolean): string => t(isSo ? 'yes' : 'no');
const fields = (): ConflictField<Values>[] => [
  { name: 'subject', label: t('name') },
  { name: 'description', label: t('description') },
  ...(['admins_only_messages', 'admins_only_settings'] as const).map((name) => ({
    name,
    label: t(name),
    show: (values: Values) => yesOrNo(values[name]),
  })),
  { name: 'join_approval', label: t('joinApproval'), show: ({ join_approval: isOn }) => yesOrNo(isOn) },
  { name: 'member_add_mode', label: t('whoAdds'), show: ({ member_add_mode: mode }) => t(`adders_${mode}`) },
  {
    name: 'message_lifetime_seconds',
    label: t('disappearing'),
    show: ({ message_lifetime_seconds: seconds }) =>
      lifetimes().find(({ value }) => value === seconds)?.label ?? seconds,
  },
];

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
  const form = useForm<Values>({
    initialValues: valuesOf(of),
    validate: { subject: (subject) => (subject.trim() === '' ? t('enterName') : null) },
  });
  const stale = useEditConflict({
    current: of,
    valuesOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() }, { throwOnError: true }),
  });
  const input = (draft: Values, base: Group) => ({
    instance_id: of.instance_id,
    group_id: of.id,
    ...changeOf(valuesOf(base), draft),
  });
  const save = (draft: Values, base: Group) =>
    stale.guard(async () => {
      const saved = await client.whatsapp.groups.update.mutate(input(draft, base), {
        context: { ...onVersion(base.version) },
      });
      stale.adopt(saved);
      await queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() });
      toast(t('groupSaved'));
    });
  const rule = (capability: string) => {
    const reason = lacks(capability);
    return { description: reason, disabled: reason !== undefined };
  };
  return (
    <Card title={t('nameAndRules')}>
      <fieldset disabled={!mayWrite} className="wa-fields">
        <EditConflict of={stale} id={of.id} what={t('groupNoun')} fields={fields()} onSave={save} />
        <Form
          form={form}
          onSubmit={(draft) => save(draft, stale.base)}
          submit={t('saveGroup')}
          actions={
            <CopyAsCode operation="whatsapp_groups_update" input={() => ({ ...input(form.getValues(), stale.base) })} />
          }
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
