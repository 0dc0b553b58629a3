import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { issueText } from '../../../i18n/labels';
import { useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { InlineCode } from '../../../ui/code/inline-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { useCan } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import { mayDuplicate, mayRetry, nameOfParty, type Message } from './labels';
import { RetryMedia } from './retry-media';
import { t } from './texts';
import { useBusy } from './use-busy';

export function RetryMessage({ of }: { of: Message }) {
  const trpc = useTRPC();
  const maySend = useCan()('whatsapp.messages:send');
  const [isAsking, setIsAsking] = useState(false);
  const once = useSendOnce();
  const retry = useMutation(trpc.whatsapp.messages.retry.mutationOptions({ trpc: { context: once.context } }));
  const [isBusy, run] = useBusy();
  if (!mayRetry(of)) return <RetryMedia of={of} />;

  const input = { instance_id: of.instance_id, message_id: of.id };
  const isRisky = mayDuplicate(of);
  const send = async () => {
    try {
      await retry.mutateAsync(input);
      once.renew();
      toast(t('queuedAgain'));
    } catch (error) {
      toastError(error, t('notQueuedAgain'));
    } finally {
      setIsAsking(false);
    }
  };
  return (
    <Note tone={of.status === 'failed' ? 'error' : 'warning'}>
      <div className="message-again">
        <span>
          {of.status === 'failed' ? (
            of.error ? (
              <InlineCode text={issueText(of.error.message)} />
            ) : (
              t('sendFailed')
            )
          ) : (
            t('unconfirmedHelp')
          )}
          {of.error && of.status === 'failed' && <span className="mono"> {of.error.code}</span>}
        </span>
        {maySend && (
          <span className="message-buttons">
            <Button
              size="compact-sm"
              variant="default"
              loading={isBusy}
              onClick={() => (isRisky ? setIsAsking(true) : void run(send))}
            >
              {t('retry')}
            </Button>
            <CopyAsCode operation="whatsapp_messages_retry" input={input} />
          </span>
        )}
      </div>
      {isAsking && (
        <Confirm
          title={t('sendAgainTitle')}
          action={t('sendAgain')}
          isDangerous={false}
          isPending={isBusy}
          onConfirm={() => void run(send)}
          onClose={() => setIsAsking(false)}
        >
          {t('mayArriveTwice', { name: of.to ? nameOfParty(of.to) : t('theGroup') })}
        </Confirm>
      )}
    </Note>
  );
}
