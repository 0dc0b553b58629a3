import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Form } from '../../../../ui/form/form';
import { LeaveGuard } from '../../../../ui/form/leave-guard';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { problemOf } from '../../../../ui/problem';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { Loading } from '../../../../ui/states/loading';
import { toast } from '../../../../ui/toast/toast';
import type { RecipeName } from '../recipe-names';
import { RuleBuilder } from './builder';
import { checkDraft, type RuleDraft } from './draft';
import { codeOf, inputOf, pointerInForm } from './input-of';
import { useModelChoices } from './models';
import { draftOfRecipe } from './recipes';
import { RuleFields } from './rule-fields';
import { t } from './texts';
import { useWebhooks } from './webhook-choices';

export function NewRule({ recipe }: { recipe: RecipeName }) {
  const chat = useModelChoices('chat');
  const transcription = useModelChoices('transcription');
  const webhooks = useWebhooks();
  if (chat.isLoading || webhooks.isLoading) return <Loading shape="form" />;
  const [only, ...others] = webhooks.choices;
  const choices = {
    chatModel: chat.first,
    transcriptionModel: transcription.first,
    webhookId: only && others.length === 0 ? only.value : '',
  };
  return <NewRuleForm initial={draftOfRecipe(recipe, choices)} />;
}

function NewRuleForm({ initial }: { initial: RuleDraft }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const once = useSendOnce();
  const create = useMutation(trpc.automation.rules.create.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm<RuleDraft>({ initialValues: initial, validate: checkDraft, onValuesChange: once.renew });

  const send = async (draft: RuleDraft) => {
    const { id } = await create.mutateAsync(inputOf(draft)).catch((error: unknown) => {
      for (const issue of problemOf(error)?.errors ?? []) issue.pointer = pointerInForm(issue.pointer, draft);
      throw error;
    });
    once.renew();
    await queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() });
    toast(t('created'));
    await navigate({ to: '/w/$ws/automation/rules/$rule', params: { ws, rule: id } });
  };
  return (
    <RuleBuilder form={form}>
      <Form
        form={form}
        onSubmit={send}
        submit={t('createRule')}
        actions={
          <>
            <CopyAsCode operation="automation_rules_create" input={() => codeOf(form.getValues())} />
            <Button variant="default" onClick={() => void navigate({ to: '/w/$ws/automation/rules', params: { ws } })}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <LeaveGuard isDirty={form.isDirty() && !create.isPending && !create.isSuccess} />
        <RuleFields form={form} />
      </Form>
    </RuleBuilder>
  );
}
