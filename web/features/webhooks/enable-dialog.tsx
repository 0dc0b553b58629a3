import { Button, Radio } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../trpc';
import { Actions } from '../../ui/actions';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Dialog } from '../../ui/dialog/dialog';
import { useSendOnce } from '../../ui/form/use-send-once';
import { formatCount } from '../../ui/format';
import { Loading } from '../../ui/states/loading';
import { Content } from '../../ui/states/states';
import { Note } from '../../ui/tag';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { nameOf, type Webhook } from './labels';

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
        toast('Webhook enabled');
        if (before.disabled_at === null) onClose();
        else setIsEnabled(true);
      },
      onError: (error) => {
        toastError(error, 'The webhook was not enabled');
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
    <Dialog title={isHeld ? `Send to “${nameOf(of)}” now?` : `Enable “${nameOf(of)}”?`} onClose={onClose}>
      <div className="confirm-text">
        <p>
          {isHeld
            ? 'The pause after the failures ends, and the next delivery is tried at once.'
            : 'Events that match are delivered from now on.'}
        </p>
        {count > 0 && (
          <Radio.Group
            label={`What becomes of what waits (${formatCount(count, 'delivery', 'deliveries')})?`}
            value={pending}
            onChange={(value) => setPending(value === 'cancel' ? 'cancel' : 'send')}
          >
            <div className="webhooks-choices">
              <Radio value="send" label="Send them" description="Oldest first, at the pace that the receiver takes." />
              <Radio
                value="cancel"
                label="Cancel them"
                description="They stay in the log, and can be sent one by one."
              />
            </div>
          </Radio.Group>
        )}
        <CopyAsCode operation="webhooks_enable" input={() => input} />
      </div>
      <Actions>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button data-autofocus loading={enable.isPending} onClick={() => enable.mutate(input)}>
          {isHeld ? 'Send now' : 'Enable webhook'}
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
        toast('Replay started', { text: 'Its deliveries come in as they are sent.' });
        onClose();
      },
      // The toast stays: the offer to replay is shown once.
      onError: (error) => toastError(error, 'The replay was not started'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
    }),
  );
  return (
    <Dialog title={`What “${name}” missed`} onClose={onClose}>
      <div className="confirm-text">
        <Content query={count} loading={<Loading rows={1} />}>
          {({ count: missed, oldest_event: oldest }) =>
            missed === null || missed === 0 ? (
              <Note tone="success">Enabled. Nothing that matches happened while it was disabled.</Note>
            ) : (
              <p>
                Enabled. {formatCount(missed, 'matching event')} happened while it was disabled
                {oldest && (
                  <>
                    , the oldest <Time at={oldest.created_at} />
                  </>
                )}
                . A replay sends them too.
              </p>
            )
          }
        </Content>
        <CopyAsCode operation="webhooks_replays_create" input={input} />
      </div>
      <Actions>
        <Button variant="default" onClick={onClose} data-autofocus>
          {count.data?.count ? 'Leave them' : 'Close'}
        </Button>
        {!!count.data?.count && (
          <Button loading={replay.isPending} onClick={() => replay.mutate(input)}>
            Replay {formatCount(count.data.count, 'event')}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
