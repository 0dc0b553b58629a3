import { Button, Radio } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { Actions } from '../../../ui/actions';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Dialog } from '../../../ui/dialog/dialog';
import { useSendOnce } from '../../../ui/form/use-send-once';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { nameOf, type Webhook } from '../labels';
import { t } from './texts';

interface EnableDialogProps {
  of: Webhook;
  onClose: () => void;
}

export function EnableDialog({ of, onClose }: EnableDialogProps) {
  const trpc = useTRPC();
  // As it was when the dialog opened: enabling clears the time.
  const [before] = useState(of);
  const [pending, setPending] = useState<'send' | 'cancel'>('send');
  const [isEnabled, setIsEnabled] = useState(false);
  const input = { webhook_id: of.id, pending };
  const enable = useMutation(
    trpc.webhooks.enable.mutationOptions({
      onSuccess: () => {
        toast(t('webhookEnabled'));
        if (before.disabled_at === null) onClose();
        else setIsEnabled(true);
      },
      onError: (error) => {
        toastError(error, t('notEnabled'));
        onClose();
      },
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
    }),
  );
  const isHeld = before.status === 'active';
  const { pending_count: count } = before.health;

  if (isEnabled && before.disabled_at !== null) {
    return <Missed webhookId={of.id} name={nameOf(of)} since={before.disabled_at} onClose={onClose} />;
  }
  return (
    <Dialog title={t(isHeld ? 'sendNowTitle' : 'enableTitle', { name: nameOf(of) })} onClose={onClose}>
      <div className="confirm-text">
        <p>{t(isHeld ? 'sendNowText' : 'enableText')}</p>
        {count > 0 && (
          <Radio.Group
            label={t('pendingQuestion', { count })}
            value={pending}
            onChange={(value) => setPending(value === 'cancel' ? 'cancel' : 'send')}
          >
            <div className="webhooks-choices">
              <Radio value="send" label={t('sendPending')} description={t('sendPendingHelp')} />
              <Radio value="cancel" label={t('cancelPending')} description={t('cancelPendingHelp')} />
            </div>
          </Radio.Group>
        )}
        <CopyAsCode operation="webhooks_enable" input={() => input} />
      </div>
      <Actions>
        <Button variant="default" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button data-autofocus loading={enable.isPending} onClick={() => enable.mutate(input)}>
          {t(isHeld ? 'sendNow' : 'enableWebhook')}
        </Button>
      </Actions>
    </Dialog>
  );
}

interface MissedProps {
  webhookId: string;
  name: string;
  since: string;
  onClose: () => void;
}

function Missed({ webhookId, name, since, onClose }: MissedProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { webhook_id: webhookId, mode: 'missing' as const, created_after: since };
  const count = useQuery({
    queryKey: [...trpc.webhooks.replays.pathKey(), 'missed', input],
    gcTime: 0,
    queryFn: () => client.webhooks.replays.create.mutate({ ...input, dry_run: true }),
  });
  const once = useSendOnce();
  const replay = useMutation(
    trpc.webhooks.replays.create.mutationOptions({
      trpc: { context: once.context },
      onSuccess: () => {
        toast(t('replayStarted'), { text: t('replayStartedHelp') });
        onClose();
      },
      // The toast stays: the offer to replay is shown once.
      onError: (error) => toastError(error, t('replayNotStarted')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
    }),
  );
  return (
    <Dialog title={t('missedTitle', { name })} onClose={onClose}>
      <div className="confirm-text">
        <Content query={count} loading={<Loading rows={1} />}>
          {({ count: missed, oldest_event: oldest }) =>
            missed === null || missed === 0 ? (
              <Note tone="success">{t('nothingMissed')}</Note>
            ) : (
              <p>{t.rich('missed', { count: missed, time: () => <Time at={oldest?.created_at} /> })}</p>
            )
          }
        </Content>
        <CopyAsCode operation="webhooks_replays_create" input={input} />
      </div>
      <Actions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t(count.data?.count ? 'skipMissed' : 'close')}
        </Button>
        {!!count.data?.count && (
          <Button loading={replay.isPending} onClick={() => replay.mutate(input)}>
            {t('replayCount', { count: count.data.count })}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
