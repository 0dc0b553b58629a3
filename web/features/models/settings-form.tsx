import { Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { ModelsSettings } from '../../../shared/ai/models';
import { queryClient, useTRPC } from '../../trpc';
import { Form } from '../../ui/form/form';
import { useLeaveGuard } from '../../ui/form/use-leave-guard';
import { toast } from '../../ui/toast/toast';
import { aliasesIn, linesOf, textsOf, type Settings } from './lines';

const settingsIn = (values: { aliases: string; allow: string; deny: string }) => ({
  aliases: aliasesIn(values.aliases),
  allow: linesOf(values.allow),
  deny: linesOf(values.deny),
});

export function SettingsForm({ settings }: { settings: Settings }) {
  const trpc = useTRPC();
  const update = useMutation(trpc.models.settings.update.mutationOptions());
  const form = useForm({
    initialValues: textsOf(settings),
    validate: (values) => {
      const checked = ModelsSettings.safeParse(settingsIn(values));
      if (checked.success) return {};
      return Object.fromEntries(checked.error.issues.map(({ path, message }) => [String(path[0]), message]));
    },
  });
  useLeaveGuard(form.isDirty() && !update.isPending);

  const send = async (values: typeof form.values) => {
    await update.mutateAsync(settingsIn(values));
    form.setInitialValues(values);
    form.reset();
    toast('Models saved');
    await queryClient.invalidateQueries({ queryKey: trpc.models.pathKey() });
  };

  return (
    <div className="form-narrow">
      <Form form={form} onSubmit={send} submit="Save models">
        <Textarea
          label="Aliases"
          description="One a line, with models in order of preference: smart = openai/gpt-5, ollama/qwen3:32b"
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('aliases')}
        />
        <Textarea
          label="May use"
          description="Ids, one a line, with * and ?. Empty for all."
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('allow')}
        />
        <Textarea
          label="May not use"
          description="Ids, one a line, with * and ?. Wins over the list above."
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          {...form.getInputProps('deny')}
        />
      </Form>
    </div>
  );
}
