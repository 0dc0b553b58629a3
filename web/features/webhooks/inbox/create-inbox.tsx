import { Button } from '@mantine/core';
import { IconInbox } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Loading } from '../../../ui/states/loading';
import { Empty } from '../../../ui/states/states';
import { toastError } from '../../../ui/toast/toast';
import { INBOX } from '../labels';
import { rememberInboxSecret } from './secret';
import { t } from './texts';

const EventPicker = lazyWhenIdle(async () => (await import('../form/event-picker')).EventPicker, <Loading rows={4} />);

export function CreateInbox() {
  const trpc = useTRPC();
  const mayWrite = useCan()('webhooks:write');
  const once = useSendOnce();
  const [events, setEvents] = useState<string[]>(['*']);
  const [isChoosing, setIsChoosing] = useState(false);
  const create = useMutation(trpc.webhooks.create.mutationOptions({ gcTime: 0, trpc: { context: once.context } }));
  const input = { url: INBOX, name: t('name'), events, source: 'console' as const, retry: { preset: 'fast' as const } };
  const send = async () => {
    try {
      const { id, secret } = await create.mutateAsync(input);
      // The response holds the secret, which must not stay in the mutation cache.
      create.reset();
      once.renew();
      rememberInboxSecret(id, secret);
      await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    } catch (error) {
      toastError(error, t('notCreated'));
    }
  };

  return (
    <div className="inbox-stack">
      <Empty
        icon={IconInbox}
        title={t('createTitle')}
        actions={
          mayWrite && (
            <>
              <Button loading={create.isPending} disabled={events.length === 0} onClick={() => void send()}>
                {t('createInbox')}
              </Button>
              <Button variant="default" aria-expanded={isChoosing} onClick={() => setIsChoosing(!isChoosing)}>
                {t('selectEvents')}
              </Button>
              <CopyAsCode operation="webhooks_create" input={input} />
            </>
          )
        }
      >
        {t('createHelp')}
      </Empty>
      {isChoosing && (
        <EventPicker
          value={events}
          onChange={(next) => {
            once.renew();
            setEvents(next);
          }}
        />
      )}
    </div>
  );
}
