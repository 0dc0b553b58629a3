import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Instance } from '../labels';
import { useDriver } from '../use-drivers';

type Order = 'restart' | 'disconnect' | 'logout';

const WORDS = {
  restart: { label: 'Restart', done: 'Restarting', failed: 'It was not restarted' },
  disconnect: { label: 'Disconnect', done: 'Disconnected', failed: 'It was not disconnected' },
  logout: { label: 'Log out', done: 'Logged out', failed: 'It was not logged out' },
} satisfies Record<Order, object>;

interface ConnectionActionsProps {
  of: Instance;
  orders?: readonly Order[];
}

const ALL: readonly Order[] = ['restart', 'disconnect', 'logout'];

export function ConnectionActions({ of, orders = ALL }: ConnectionActionsProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [asked, setAsked] = useState<'disconnect' | 'logout'>();
  const isPaired = useDriver(of.driver)?.traits.pairing !== 'none';
  const input = { instance_id: of.id };
  const order = useMutation({
    mutationFn: (what: Order) => client.whatsapp.instances[what].mutate(input),
    onSuccess: (_, what) => toast(WORDS[what].done),
    onError: (error, what) => toastError(error, WORDS[what].failed),
    onSettled: () => {
      setAsked(undefined);
      return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.instances.pathKey() });
    },
  });
  return (
    <>
      {orders.map((what) => (
        <Button
          key={what}
          size="sm"
          {...(what === 'logout' ? { variant: 'outline', color: 'red' } : { variant: 'default' })}
          loading={order.isPending && order.variables === what}
          onClick={() => (what === 'restart' ? order.mutate(what) : setAsked(what))}
        >
          {WORDS[what].label}
        </Button>
      ))}
      {asked && (
        <Confirm
          title={`${WORDS[asked].label} “${of.name}”?`}
          action={WORDS[asked].label}
          isDangerous={asked === 'logout'}
          isPending={order.isPending}
          onConfirm={() => order.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{asked === 'disconnect' ? DISCONNECT : isPaired ? LOG_OUT : LOG_OUT_UNPAIRED}</p>
          <CopyAsCode operation={`whatsapp_instances_${asked}`} input={input} />
        </Confirm>
      )}
    </>
  );
}

const DISCONNECT =
  'New messages are refused until it is connected again. Those that wait stay, and its credentials are kept.';
const LOG_OUT = 'Its session ends and its credentials are wiped. To use it again it must be linked with the phone.';
const LOG_OUT_UNPAIRED = 'Its credentials are wiped here. To use it again it needs new ones from the provider.';
