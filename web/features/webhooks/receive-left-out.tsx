import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { onVersion, queryClient, useTRPC } from '../../trpc';
import { useCan } from '../../ui/shell/workspace';
import { toast, toastError } from '../../ui/toast/toast';
import { t } from './health/texts';
import type { Webhook } from './labels';

/** Shown to a member who may read what the webhook leaves out: sets its events again with that member’s permissions. */
export function ReceiveLeftOut({ of }: { of: Webhook }) {
  const trpc = useTRPC();
  const can = useCan();
  const update = useMutation(
    trpc.webhooks.update.mutationOptions({
      trpc: { context: onVersion(of.version) },
      onSuccess: () => toast(t('receivesTypes')),
      onError: (error) => toastError(error, t('eventsNotChanged')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
    }),
  );
  const [type] = of.warnings.flatMap(({ types }) => types);
  const mayReceive = can('webhooks:write') && of.warnings.every(({ required_scopes: scopes }) => scopes.every(can));
  if (type === undefined || !mayReceive) return null;
  return (
    <Button
      size="xs"
      variant="default"
      loading={update.isPending}
      // Each change of the events renews what the webhook may read.
      onClick={() => update.mutate({ webhook_id: of.id, events: [...of.events, type] })}
    >
      {t('receiveTypes')}
    </Button>
  );
}
