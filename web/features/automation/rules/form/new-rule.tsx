import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Form } from '../../../../ui/form/form';
import { useLeaveGuard } from '../../../../ui/form/use-leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { problemOf } from '../../../../ui/problem';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { toast } from '../../../../ui/toast/toast';
import { checkDraft, newRule, type RuleDraft } from './draft';
import { codeOf, inputOf, pointerInForm } from './input-of';
import { PresetButtons } from './preset-buttons';
import { RuleFields } from './rule-fields';

export function NewRule() {
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
        <PresetButtons form={form} onChange={once.renew} />
        <RuleFields form={form} />
      </Form>
    </div>
  );
}
