import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Confirm } from '../../../ui/dialog/dialog';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Endpoint } from './labels';

type Status = Endpoint['status'];

const DONE = {
  active: 'The endpoint publishes',
  collecting_samples: 'The endpoint captures samples',
  paused: 'The endpoint is paused',
} satisfies Record<Status, string>;

export function EndpointActions({ of }: { of: Endpoint }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const client = useTRPCClient();
  const [open, setOpen] = useState<'pause' | 'delete'>();
  const move = useMutation(
    trpc.automation.inbound_endpoints.update.mutationOptions({
      onSuccess: ({ status }) => toast(DONE[status]),
      onError: (error) => toastError(error, 'The endpoint was not changed'),
      onSettled: async () => {
        setOpen(undefined);
        await queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() });
      },
    }),
  );
  const become = (status: Status) => move.mutate({ endpoint_id: of.id, status });
  const canRun = of.mapping !== null || of.mode === 'record';
  return (
    <>
      {of.status !== 'active' && canRun && (
        <Button size="xs" loading={move.isPending} onClick={() => become('active')}>
          Activate
        </Button>
      )}
      {of.status === 'paused' && !canRun && (
        <Button size="xs" loading={move.isPending} onClick={() => become('collecting_samples')}>
          Capture
        </Button>
      )}
      {of.status === 'active' && (
        <Button size="xs" variant="default" onClick={() => become('collecting_samples')} loading={move.isPending}>
          Capture only
        </Button>
      )}
      {of.status !== 'paused' && (
        <Button size="xs" variant="default" onClick={() => setOpen('pause')}>
          Pause
        </Button>
      )}
      <Button size="xs" variant="outline" color="red" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'pause' && (
        <Confirm
          title={`Pause “${of.name}”?`}
          action="Pause endpoint"
          isDangerous={false}
          isPending={move.isPending}
          onConfirm={() => become('paused')}
          onClose={() => setOpen(undefined)}
        >
          <p>Senders are answered 409 until it is active again. Some give up, or disable their hook, after a while.</p>
          <CopyAsCode
            operation="automation_inbound_endpoints_update"
            input={{ endpoint_id: of.id, status: 'paused' }}
          />
        </Confirm>
      )}
      {open === 'delete' && (
        <DeleteDialog
          name={of.name}
          what="endpoint"
          operation="automation_inbound_endpoints_delete"
          input={{ endpoint_id: of.id }}
          remove={() => client.automation.inbound_endpoints.delete.mutate({ endpoint_id: of.id })}
          stale={trpc.automation.inbound_endpoints.list.pathKey()}
          onClose={() => setOpen(undefined)}
          onDeleted={() => void navigate({ to: '/w/$ws/automation/endpoints', params: { ws } })}
        >
          <p>
            Its address answers 404 from then on, and its secret proves nothing. Requests that came stay in the log;
            publications that wait are still sent. This cannot be undone.
          </p>
        </DeleteDialog>
      )}
    </>
  );
}
