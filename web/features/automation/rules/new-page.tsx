import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { useLeaveGuard } from '../../../ui/form/use-guard';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { problemOf } from '../../../ui/problem';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Forbidden } from '../../../ui/states/states';
import { toast } from '../../../ui/toast';
import { AutomationFrame } from '../frame';
import { checkDraft, inputOf, newRule, pointerInForm, type RuleDraft } from './form/draft';
import { RuleFields } from './form/rule-fields';

/** When, only if, then: written in one form, from top to bottom. */
export function NewRulePage() {
  const mayWrite = useCan()('automation.rules:write');
  return (
    <AutomationFrame title="New rule" lead="When something happens, and only if, then up to ten steps.">
      {mayWrite ? <NewRule /> : <Forbidden need="Making rules needs the role developer." />}
    </AutomationFrame>
  );
}

function NewRule() {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const once = useSendOnce();
  const create = useMutation(trpc.automation.rules.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm<RuleDraft>({ initialValues: newRule(), validate: checkDraft, onValuesChange: once.renew });
  useLeaveGuard(form.isDirty() && !create.isPending && !create.isSuccess);

  const send = async (draft: RuleDraft) => {
    const { id } = await create.mutateAsync(inputOf(draft)).catch((error: unknown) => {
      for (const issue of problemOf(error)?.errors ?? []) issue.pointer = pointerInForm(issue.pointer, draft);
      throw error;
    });
    once.renew();
    await queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() });
    toast('Rule created');
    await navigate({ to: '/w/$ws/automation/rules/$rule', params: { ws, rule: id } });
  };
  return (
    <div className="form-narrow">
      <Form
        form={form}
        onSubmit={send}
        submit="Create rule"
        actions={
          <>
            <CopyAsCode operation="automation_rules_create" input={() => codeOf(form.getValues())} />
            <Button variant="default" onClick={() => void navigate({ to: '/w/$ws/automation/rules', params: { ws } })}>
              Cancel
            </Button>
          </>
        }
      >
        <RuleFields form={form} />
      </Form>
    </div>
  );
}

/** The call, as far as it can be told while something is no JSON yet. */
export function codeOf(draft: RuleDraft): Record<string, unknown> {
  try {
    return { ...inputOf(draft) };
  } catch {
    return { name: draft.name };
  }
}
