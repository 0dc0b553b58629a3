import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC, useTRPCClient } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Confirm } from '../../ui/dialog/dialog';
import { formatCount } from '../../ui/format';
import { toast, toastError } from '../../ui/toast/toast';
import { nameOf, type Webhook } from './labels';

type Stop = 'pause' | 'disable' | 'delete';

const WORDS = {
  pause: { title: 'Pause', done: 'Webhook paused', failed: 'The webhook was not paused' },
  disable: { title: 'Disable', done: 'Webhook disabled', failed: 'The webhook was not disabled' },
  delete: { title: 'Delete', done: 'Webhook deleted', failed: 'The webhook was not deleted' },
} satisfies Record<Stop, object>;

interface StopDialogProps {
  of: Webhook;
  what: Stop;
  onClose: () => void;
  onDeleted: () => void;
}

export function StopDialog({ of, what, onClose, onDeleted }: StopDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { title, done, failed } = WORDS[what];
  const input = { webhook_id: of.id };
  const stop = useMutation({
    mutationFn: async (): Promise<void> => {
      if (what === 'pause') await client.webhooks.pause.mutate(input);
      else if (what === 'disable') await client.webhooks.disable.mutate(input);
      else await client.webhooks.delete.mutate(input);
    },
    onSuccess: () => {
      toast(done);
      if (what === 'delete') onDeleted();
    },
    onError: (error) => toastError(error, failed),
    onSettled: async (_, error) => {
      onClose();
      // A deleted webhook itself is not loaded again.
      const isGone = what === 'delete' && !error;
      await queryClient.invalidateQueries({
        queryKey: isGone ? trpc.webhooks.list.pathKey() : trpc.webhooks.pathKey(),
      });
    },
  });

  return (
    <Confirm
      title={`${title} “${nameOf(of)}”?`}
      action={`${title} webhook`}
      isDangerous={what !== 'pause'}
      isPending={stop.isPending}
      onConfirm={() => stop.mutate()}
      onClose={onClose}
    >
      <Consequences of={of} what={what} />
      <CopyAsCode operation={`webhooks_${what}`} input={input} />
    </Confirm>
  );
}

function Consequences({ of, what }: Pick<StopDialogProps, 'of' | 'what'>) {
  const { pending_count: count } = of.health;
  const waiting = formatCount(count, 'delivery', 'deliveries');
  if (what === 'pause') {
    return (
      <p>
        Nothing is sent from now on. New events still get a delivery, and all of them wait
        {count > 0 && `, with the ${waiting} that wait already`}, until it is enabled again.
      </p>
    );
  }
  if (what === 'disable') {
    return (
      <p>
        Events get no deliveries from now on; they stay in the log, and a replay can send them later.
        {count > 0 && ` What waits now (${waiting}) stays until it is enabled again.`}
      </p>
    );
  }
  return (
    <>
      <p>
        Events are no longer sent to <span className="mono">{of.url}</span>.
        {count > 0 ? ` What waits (${waiting}) is canceled.` : ' Nothing waits.'} Its deliveries stay in the log.
      </p>
      <p>Its secret stops signing. This cannot be undone.</p>
    </>
  );
}
