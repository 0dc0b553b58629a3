import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Form } from '../../../ui/form/form';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { useCan } from '../../../ui/shell/workspace';
import { toast } from '../../../ui/toast/toast';
import { faultInUrl } from '../../webhooks/form/draft';
import { EventSelect, USUAL_EVENTS } from './event-select';
import { t } from './texts';

interface CatchHookProps {
  tool: string;
  source: 'zapier' | 'make';
  example: string;
}

interface Draft {
  url: string;
  events: string;
}

export function CatchHook({ tool, source, example }: CatchHookProps) {
  const trpc = useTRPC();
  const mayWrite = useCan()('webhooks:write');
  const once = useSendOnce();
  const create = useMutation(trpc.webhooks.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const form = useForm<Draft>({
    initialValues: { url: '', events: USUAL_EVENTS },
    validate: { url: (url) => faultInUrl(url.trim()) },
    onValuesChange: once.renew,
  });
  const inputOf = ({ url, events }: Draft) => ({ url: url.trim(), events: [events], name: tool, source });
  if (!mayWrite) return <p className="dimmed">{t('noWebhookRole')}</p>;
  const send = async (draft: Draft) => {
    await create.mutateAsync(inputOf(draft));
    // Tools such as Zapier do not check signatures, so the signing secret is dropped.
    create.reset();
    once.renew();
    form.reset();
    await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    toast(t('subscribed', { tool }));
  };
  return (
    <Form
      form={form}
      onSubmit={send}
      submit={t('subscribe')}
      actions={<CopyAsCode operation="webhooks_create" input={() => inputOf(form.getValues())} />}
    >
      <div className="connect-line">
        <TextInput
          label={t('addressFrom', { tool })}
          placeholder={example}
          inputMode="url"
          spellCheck={false}
          autoComplete="off"
          maxLength={2048}
          {...form.getInputProps('url')}
        />
        <EventSelect value={form.values.events} onChange={(events) => form.setFieldValue('events', events)} />
      </div>
    </Form>
  );
}
