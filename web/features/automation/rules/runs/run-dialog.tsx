import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Dialog } from '../../../../ui/dialog/dialog';
import { Form } from '../../../../ui/form/form';
import { TextArea } from '../../../../ui/form/text-area';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { useWorkspace } from '../../../../ui/shell/workspace';
import { objectIn } from '../json-text';
import type { Rule } from '../labels';
import { t } from '../texts';

export function RunDialog({ of, onClose }: { of: Rule; onClose: () => void }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const once = useSendOnce();
  const run = useMutation(trpc.automation.rules.run.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm({
    initialValues: { input: '' },
    validate: { input: (typed) => (objectIn(typed) === undefined ? t('notAnObject') : null) },
    onValuesChange: once.renew,
  });
  const inputOf = (typed: string) => ({ rule_id: of.id, input: objectIn(typed) ?? {} });
  const send = async ({ input }: { input: string }) => {
    const { id } = await run.mutateAsync(inputOf(input));
    once.renew();
    await queryClient.invalidateQueries({ queryKey: trpc.automation.rule_runs.pathKey() });
    onClose();
    await navigate({
      to: '/w/$ws/automation/rules/$rule',
      params: { ws, rule: of.id },
      search: { tab: 'runs', run: id },
    });
  };
  return (
    <Dialog title={t('runTitle', { name: of.name })} onClose={onClose}>
      <Form
        form={form}
        onSubmit={send}
        submit={t('runNow')}
        actions={
          <>
            <CopyAsCode operation="automation_rules_run" input={() => inputOf(form.getValues().input)} />
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
          </>
        }
      >
        <div>{t('runHelp')}</div>
        <TextArea
          label={t('input')}
          description={t('inputHelp')}
          placeholder={'{ "order": "42" }'}
          className="mono-input"
          minRows={3}
          maxRows={12}
          spellCheck={false}
          data-autofocus
          {...form.getInputProps('input')}
        />
      </Form>
    </Dialog>
  );
}
