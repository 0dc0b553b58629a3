import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { callOf, useOperations } from '../../../ui/code/operations';
import { Samples } from '../../../ui/code/samples';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { masked } from '../../../ui/secret/secret-field';
import { useSecret } from '../../../ui/secret/store';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toastError } from '../../../ui/toast/toast';
import type { Message } from '../messages/labels';
import { StatusHistory } from '../messages/status-history';
import { useBusy } from '../messages/use-busy';
import { useThread } from '../messages/use-thread';
import { Phone } from '../phone/phone';
import { Thread } from '../phone/thread';
import { FIRST_CONTACT } from './simulated-contacts';
import { t } from './texts';

import './tester.css';

export function FirstMessage() {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const call = useOperations()?.['whatsapp_messages_send'];
  const instances = useQuery(trpc.whatsapp.instances.list.queryOptions({ driver: 'sandbox', limit: 1 }));
  const instance = instances.data?.data[0];
  const [text, setText] = useState(() => t('hello'));
  const [sent, setSent] = useState<Message>();
  const once = useSendOnce();
  const send = useMutation(trpc.whatsapp.messages.send.mutationOptions({ trpc: { context: once.context } }));
  const [isBusy, run] = useBusy();
  const { rows } = useThread(instance?.id ?? '', sent?.chat_id);
  const secret = useSecret();
  // The new key is still in memory, so the copied command works as it is.
  const key = secret?.ownerId.startsWith('key_') && { value: secret.value, shown: masked(secret.value) };
  const latest = rows.find(({ id }) => id === sent?.id) ?? sent;

  if (instances.data && !instance) {
    return (
      <Note tone="neutral">
        {t.rich('noSandbox', {
          link: (part) => (
            <Link to="/w/$ws/whatsapp/instances" params={{ ws }}>
              {part}
            </Link>
          ),
        })}
      </Note>
    );
  }
  const content = { type: 'text' as const, text };
  const input = { instance_id: instance?.id ?? '', to: FIRST_CONTACT, content };
  const submit = async () => {
    try {
      setSent(await send.mutateAsync(input));
      once.renew();
      void queryClient.invalidateQueries({ queryKey: trpc.workspaces.get_overview.pathKey() });
    } catch (error) {
      toastError(error, t('notSent'));
    }
  };
  return (
    <div className="first-message">
      <Phone title={FIRST_CONTACT}>
        {latest ? (
          <Thread
            key={latest.chat_id}
            label={t('messages')}
            rows={rows.length > 0 ? rows : [latest]}
            litId={latest.id}
            onChoose={setSent}
          />
        ) : (
          <div className="phone-empty">{t('simulatedPhone')}</div>
        )}
      </Phone>
      <div className="tester-stack">
        <form
          className="network-fields"
          onSubmit={(event) => {
            event.preventDefault();
            void run(submit);
          }}
        >
          <TextInput
            label={t('messageTo', { phone: FIRST_CONTACT })}
            maxLength={4096}
            value={text}
            onChange={(event) => {
              once.renew();
              setText(event.currentTarget.value);
            }}
          />
          <div className="network-buttons">
            <Button type="submit" loading={isBusy} disabled={!instance || text.trim() === ''}>
              {t('sendMessage')}
            </Button>
            {instance && (
              <Link
                to="/w/$ws/whatsapp/$instance/tester"
                params={{ ws, instance: instance.id }}
                className="copy-button"
              >
                {t('openTester')}
              </Link>
            )}
          </div>
        </form>
        <div aria-live="polite">{latest && <StatusHistory of={latest} />}</div>
        {call && instance && <Samples call={callOf(call, input)} {...(key ? { secret: key } : {})} />}
      </div>
    </div>
  );
}
