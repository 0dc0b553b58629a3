import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { toast, toastError } from '../../../ui/toast/toast';
import { nameOf, type Webhook } from '../labels';
import { t } from './texts';

type Stop = 'disable' | 'delete';

const KEYS = {
  disable: {
    title: 'disableTitle',
    action: 'disableWebhook',
    done: 'webhookDisabled',
    failed: 'notDisabled',
  },
  delete: {
    title: 'deleteTitle',
    action: 'deleteWebhook',
    done: 'webhookDeleted',
    failed: 'notDeleted',
  },
} as const satisfies Record<Stop, object>;

interface StopDialogProps {
  of: Webhook;
  what: Stop;
  onClose: () => void;
  onDeleted: () => void;
}

export function StopDialog({ of, what, onClose, onDeleted }: StopDialogProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { title, action, done, failed } = KEYS[what];
  const input = { webhook_id: of.id };
  const stop = useMutation({
    mutationFn: async (): Promise<void> => {
      if (what === 'disable') await client.webhooks.disable.mutate(input);
      else await client.webhooks.delete.mutate(input);
    },
    onSuccess: () => {
      toast(t(done));
      if (what === 'delete') onDeleted();
    },
    onError: (error) => toastError(error, t(failed)),
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
      title={t(title, { name: nameOf(of) })}
      action={t(action)}
      isDangerous
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
  if (what === 'disable') {
    return (
      <p>
        {t('disableText')} {count > 0 && t('disablePending', { count })}
      </p>
    );
  }
  return (
    <>
      <p>
        {t.rich('deleteText', { url: () => <span className="mono">{of.url}</span> })}{' '}
        {count > 0 && t('deletePending', { count })}
      </p>
      <p>{t('deleteSecret')}</p>
    </>
  );
}
