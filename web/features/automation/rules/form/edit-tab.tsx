import { useForm } from '@mantine/form';

import { onVersion, queryClient, useTRPC, useTRPCClient } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { EditConflict, type ConflictField } from '../../../../ui/form/edit-conflict';
import { Form } from '../../../../ui/form/form';
import { useEditConflict } from '../../../../ui/form/use-edit-conflict';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard';
import { problemOf } from '../../../../ui/problem';
import { useCan } from '../../../../ui/shell/workspace';
import { Note } from '../../../../ui/tag';
import { toast } from '../../../../ui/toast/toast';
import { TRIGGERS, type Rule } from '../labels';
import { checkDraft, type RuleDraft } from './draft';
import { draftOf } from './draft-of';
import { codeOf, inputOf, pointerInForm } from './input-of';
import { RuleFields } from './rule-fields';

const FIELDS: ConflictField<RuleDraft>[] = [
  { name: 'name', label: 'Name' },
  { name: 'description', label: 'Description' },
  { name: 'trigger', label: 'When', show: ({ trigger }) => TRIGGERS[trigger] },
  { name: 'events', label: 'Events', show: ({ events }) => events.join(', ') },
  {
    name: 'selectors',
    label: 'Only these',
    show: ({ selectors }) =>
      Object.values(selectors)
        .filter((lines) => lines !== '')
        .join(', '),
  },
  { name: 'cron', label: 'Times' },
  { name: 'timezone', label: 'Time zone' },
  { name: 'filter', label: 'Only if' },
  { name: 'chat_on', label: 'When to stay silent', show: ({ chat_on: isOn }) => (isOn ? 'In some chats' : 'Never') },
  { name: 'chat_stop_words', label: 'Stop words' },
  { name: 'chat_ignore', label: 'Ignored senders' },
  { name: 'actions', label: 'Steps', show: ({ actions }) => actions.map(({ type }) => type).join(', ') },
  { name: 'on_error', label: 'When a step fails' },
  { name: 'on_missing', label: 'When a value is missing' },
  { name: 'debounce_seconds', label: 'Quiet', show: ({ debounce_seconds: seconds }) => `${seconds} s` },
  { name: 'throttle_max', label: 'Most runs', show: ({ throttle_max: most }) => String(most) },
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
  useLeaveGuard(form.isDirty() && !stale.isSaving);

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
      toast('Rule saved');
    });

  return (
    <div className="form-narrow">
      {!mayWrite && <Note>Your role can read this rule. A developer can change it.</Note>}
      <fieldset disabled={!mayWrite} className="endpoint-part">
        <EditConflict of={stale} id={of.id} what="rule" fields={FIELDS} onSave={save} />
        <Form
          form={form}
          onSubmit={(draft) => save(draft, stale.base)}
          submit="Save rule"
          actions={
            <CopyAsCode
              operation="automation_rules_update"
              input={() => ({ rule_id: of.id, ...codeOf(form.getValues()) })}
            />
          }
        >
          <RuleFields form={form} />
        </Form>
      </fieldset>
    </div>
  );
}
