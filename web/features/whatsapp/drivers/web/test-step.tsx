import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { useTRPC } from '../../../../trpc';
import { CopyAsCode } from '../../../../ui/code/copy-as-code';
import { Form } from '../../../../ui/form/form';
import { useSendOnce } from '../../../../ui/form/use-send-once';
import { reloadQueries } from '../../../../ui/live/reload-queries';
import { useCan, useWorkspace } from '../../../../ui/shell/workspace';
import { Note } from '../../../../ui/tag';
import type { Instance } from '../../labels';
import { StatusHistory } from '../../messages/status-history';
import { useInstanceUpdates } from '../../messages/use-message-updates';
import { SyncProgress } from './sync-progress';
import { t } from './texts';

export function TestStep({ of }: { of: Instance }) {
  const maySend = useCan()('whatsapp.messages:send');
  const { id: ws } = useWorkspace();
  const [sentId, setSentId] = useState<string>();
  return (
    <div className="wa-lines">
      <Note tone="success">{of.phone === null ? t('linked') : t('linkedAs', { phone: of.phone })}</Note>
      {of.web && <SyncProgress of={of} web={of.web} />}
      {maySend && <TestForm of={of} onSent={setSentId} />}
      {sentId !== undefined && <Sent of={of} messageId={sentId} />}
      <div className="wa-line">
        <Button
          size="sm"
          variant="default"
          component={Link}
          to="/w/$ws/whatsapp/$instance/connection"
          params={{ ws, instance: of.id } as never}
        >
          {t('openInstance')}
        </Button>
      </div>
    </div>
  );
}

function TestForm({ of, onSent }: { of: Instance; onSent: (messageId: string) => void }) {
  const trpc = useTRPC();
  const once = useSendOnce();
  const send = useMutation(trpc.whatsapp.messages.send.mutationOptions({ trpc: { context: once.context } }));
  const form = useForm({
    initialValues: { to: '', content: { text: t('hello') } },
    validate: {
      to: (to) => (to.trim() === '' ? t('enterNumber') : null),
      content: { text: (text) => (text.trim() === '' ? t('enterText') : null) },
    },
    onValuesChange: once.renew,
  });
  const inputOf = ({ to, content }: { to: string; content: { text: string } }) => ({
    instance_id: of.id,
    to: to.trim(),
    content: { type: 'text' as const, text: content.text },
  });
  return (
    <Form
      form={form}
      onSubmit={async (values) => {
        const { id } = await send.mutateAsync(inputOf(values));
        once.renew();
        onSent(id);
      }}
      submit={t('sendTest')}
      actions={<CopyAsCode operation="whatsapp_messages_send" input={() => inputOf(form.getValues())} />}
    >
      <TextInput
        label={t('to')}
        description={t('toHelp')}
        placeholder="+15550100000"
        type="tel"
        autoComplete="off"
        maxLength={200}
        {...form.getInputProps('to')}
      />
      <TextInput label={t('text')} maxLength={4096} {...form.getInputProps('content.text')} />
    </Form>
  );
}

function Sent({ of, messageId }: { of: Instance; messageId: string }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const options = trpc.whatsapp.messages.get.queryOptions({ instance_id: of.id, message_id: messageId });
  const { data: message } = useQuery(options);
  useInstanceUpdates(of.id, () => reloadQueries(options.queryKey));
  return (
    <div aria-live="polite">
      {message && (
        <>
          <StatusHistory of={message} />
          <p className="wa-text">
            <Link
              to="/w/$ws/whatsapp/$instance/tester"
              params={{ ws, instance: of.id }}
              search={{ chat: message.chat_id }}
            >
              {t('openChat')}
            </Link>
          </p>
        </>
      )}
    </div>
  );
}
