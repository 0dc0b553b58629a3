import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../../../ui/form/edit-conflict';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { useEditConflict } from '../../../../ui/form/use-edit-conflict';
import { problemOf } from '../../../../ui/problem';
import { useCan } from '../../../../ui/shell/workspace';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import { actionName, type Rule } from '../labels';
import { RuleBuilder } from './builder';
import { checkDraft, type RuleDraft } from './draft';
import { draftOf } from './draft-of';
import { codeOf, inputOf, pointerInForm } from './input-of';
import { RuleFields } from './rule-fields';
import { t } from './texts';

const fields = (): ConflictField<RuleDraft>[] => [
  { name: 'name', label: t('name') },
  { name: 'description', label: t('description') },
  { name: 'trigger', label: t('trigger'), show: ({ trigger }) => t(`trigger_${trigger}`) },
  { name: 'events', label: t('events'), show: ({ events }) => events.join(', ') },
  {
    name: 'selectors',
    label: t('selectors'),
    show: ({ selectors }) => Object.values(selectors).flat().join(', '),
  },
  { name: 'cron', label: t('cron') },
  { name: 'timezone', label: t('timezone') },
  { name: 'filter', label: t('onlyIf') },
  { name: 'chat_on', label: t('silence'), show: ({ chat_on: isOn }) => t(isOn ? 'on' : 'off') },
  { name: 'chat_stop_words', label: t('stopWords') },
  { name: 'chat_ignore', label: t('ignored') },
  { name: 'actions', label: t('steps'), show: ({ actions }) => actions.map(({ type }) => actionName(type)).join(', ') },
  { name: 'on_error', label: t('onError'), show: ({ on_error: mode }) => t(`onError_${mode}`) },
  { name: 'on_missing', label: t('onMissing'), show: ({ on_missing: mode }) => t(`onMissing_${mode}`) },
  {
    name: 'debounce_seconds',
    label: t('debounce'),
    show: ({ debounce_seconds: count }) => t('secondsValue', { count }),
  },
  { name: 'throttle_max', label: t('throttle'), show: ({ throttle_max: most }) => String(most) },
];

export function EditTab({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const mayWrite = useCan()('automation.rules:write');
  const form = useForm<RuleDraft>({ initialValues: draftOf(of), validate: checkDraft });
  const stale = useEditConflict({
    current: of,
    valuesOf: draftOf,
    form,
    refresh: () => queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() }, { throwOnError: true }),
  });

  const save = (draft: RuleDraft, base: Rule) =>
    stale.guard(async () => {
      const saved = await client.automation.rules.update
        .mutate({ rule_id: of.id, ...inputOf(draft) }, { context: { ...onVersion(base.version) } })
        .catch((error: unknown) => {
          for (const issue of problemOf(error)?.errors ?? []) issue.pointer = pointerInForm(issue.pointer, draft);
          throw error;
        });
      stale.adopt(saved);
      await queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() });
      toast(t('saved'));
    });

  const content = (
    <>
      {!mayWrite && <Note>{t('readOnly')}</Note>}
      <fieldset disabled={!mayWrite} className="endpoint-part">
        <EditConflict of={stale} id={of.id} what={t('what')} fields={fields()} onSave={save} />
        <Form
          form={form}
          onSubmit={(draft) => save(draft, stale.base)}
          submit={t('saveRule')}
          actions={
            <CopyAsCode
              operation="automation_rules_update"
              input={() => ({ rule_id: of.id, ...codeOf(form.getValues()) })}
            />
          }
        >
          <LeaveGuard isDirty={form.isDirty() && !stale.isSaving} />
          <RuleFields form={form} />
        </Form>
      </fieldset>
    </>
  );
  // A preview needs the scopes of who could save it.
  return mayWrite ? <RuleBuilder form={form}>{content}</RuleBuilder> : <div className="form-narrow">{content}</div>;
}
