import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../trpc';
import { toastError } from '../../ui/toast/toast';
import type { Instance } from './labels';
import { t } from './texts';

interface ConnectButtonProps {
  of: Instance;
  label?: string;
  size?: 'xs' | 'sm';
}

export function ConnectButton({ of, label = t('connect'), size = 'sm' }: ConnectButtonProps) {
  const trpc = useTRPC();
  const connect = useMutation(
    trpc.whatsapp.instances.connect.mutationOptions({
      onError: (error) => toastError(error, t('notConnected', { name: of.name })),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() }),
    }),
  );
  return (
    <Button size={size} loading={connect.isPending} onClick={() => connect.mutate({ instance_id: of.id })}>
      {label}
    </Button>
  );
}
