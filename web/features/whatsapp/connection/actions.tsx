import { IconLogout, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { MoreMenu } from '../../../ui/menu/more-menu';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Instance } from '../labels';
import { useDriver } from '../use-drivers';
import { t } from './texts';

type Order = 'restart' | 'disconnect' | 'logout';

const WORDS = {
  restart: { icon: IconRefresh, done: 'restarting', failed: 'notRestarted' },
  disconnect: { icon: IconPlayerStop, done: 'disconnected', failed: 'notDisconnected' },
  logout: { icon: IconLogout, done: 'loggedOut', failed: 'notLoggedOut' },
} as const satisfies Record<Order, object>;

interface ConnectionActionsProps {
  of: Instance;
  orders?: readonly Order[];
}

const ALL: readonly Order[] = ['restart', 'disconnect', 'logout'];

/** The “…” of a connection. */
export function ConnectionActions({ of, orders = ALL }: ConnectionActionsProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [asked, setAsked] = useState<'disconnect' | 'logout'>();
  const isPaired = useDriver(of.driver)?.traits.pairing !== 'none';
  const input = { instance_id: of.id };
  const order = useMutation({
    mutationFn: (what: Order) => client.whatsapp.instances[what].mutate(input),
    onSuccess: (_, what) => toast(t(WORDS[what].done)),
    onError: (error, what) => toastError(error, t(WORDS[what].failed)),
    onSettled: () => {
      setAsked(undefined);
      return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() });
    },
  });
  return (
    <>
      <MoreMenu
        label={t('connectionActions')}
        actions={orders.map((what) => ({
          label: t(what),
          icon: WORDS[what].icon,
          isDangerous: what === 'logout',
          disabled: order.isPending,
          onClick: () => (what === 'restart' ? order.mutate(what) : setAsked(what)),
        }))}
      />
      {asked && (
        <Confirm
          title={t(`title_${asked}`, { name: of.name })}
          action={t(asked)}
          isDangerous={asked === 'logout'}
          isPending={order.isPending}
          onConfirm={() => order.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked === 'disconnect' ? t('disconnectHelp') : isPaired ? t('logoutHelp') : t('logoutUnpairedHelp')}</p>
          <CopyAsCode operation={`whatsapp_instances_${asked}`} input={input} />
        </Confirm>
      )}
    </>
  );
}
