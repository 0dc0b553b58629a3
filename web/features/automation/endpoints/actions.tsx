import { Button } from '@mantine/core';
import { IconKey, IconLink, IconPlayerPause, IconPlayerRecord, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Confirm } from '../../../ui/dialog/dialog';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Endpoint } from './labels';
import { t } from './texts';

const RotateDialog = lazyWhenIdle(async () => (await import('./rotate-dialog')).RotateDialog);

type Status = Endpoint['status'];
const DONE = { active: 'nowActive', collecting_samples: 'nowCapturing', paused: 'nowPaused' } as const satisfies Record<
  Status,
  string
>;

interface EndpointActions {
  /** The one button of the page. */
  primary: ReactNode;
  more: MenuActions;
  /** The dialog that one of them opened. */
  opened: ReactNode;
}

export function useEndpointActions(of: Endpoint): EndpointActions {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const client = useTRPCClient();
  const [open, setOpen] = useState<'pause' | 'delete' | 'token' | 'secret'>();
  const close = () => setOpen(undefined);
  const move = useMutation(
    trpc.automation.inbound_endpoints.update.mutationOptions({
      onSuccess: ({ status }) => toast(t(DONE[status])),
      onError: (error) => toastError(error, t('notChanged')),
      onSettled: async () => {
        close();
        await queryClient.invalidateQueries({ queryKey: trpc.automation.inbound_endpoints.pathKey() });
      },
    }),
  );
  const become = (status: Status) => move.mutate({ endpoint_id: of.id, status });
  const canPublish = of.mapping !== null || of.mode === 'record';
  return {
    primary: canPublish ? (
      of.status !== 'active' && (
        <Button size="sm" loading={move.isPending} onClick={() => become('active')}>
          {t('activate')}
        </Button>
      )
    ) : (
      <Button
        size="sm"
        component={Link}
        to="/w/$ws/automation/endpoints/$endpoint"
        params={{ ws, endpoint: of.id } as never}
        search={{ tab: 'mapping' } as never}
      >
        {t('buildMapping')}
      </Button>
    ),
    more: [
      of.status !== 'collecting_samples' && {
        label: t('capture'),
        icon: IconPlayerRecord,
        onClick: () => become('collecting_samples'),
      },
      of.status !== 'paused' && { label: t('pause'), icon: IconPlayerPause, onClick: () => setOpen('pause') },
      of.masked_token !== null && { label: t('rotateToken'), icon: IconLink, onClick: () => setOpen('token') },
      of.secrets.length > 0 && { label: t('rotateSecret'), icon: IconKey, onClick: () => setOpen('secret') },
      { label: t('delete'), icon: IconTrash, isDangerous: true, onClick: () => setOpen('delete') },
    ],
    opened: (
      <>
        {(open === 'token' || open === 'secret') && <RotateDialog of={of} what={open} onClose={close} />}
        {open === 'pause' && (
          <Confirm
            title={t('pauseTitle', { name: of.name })}
            action={t('pause')}
            isDangerous={false}
            isPending={move.isPending}
            onConfirm={() => become('paused')}
            onClose={close}
          >
            <p>{t('pauseHelp')}</p>
            <CopyAsCode
              operation="automation_inbound_endpoints_update"
              input={{ endpoint_id: of.id, status: 'paused' }}
            />
          </Confirm>
        )}
        {open === 'delete' && (
          <DeleteDialog
            name={of.name}
            what={t('endpointNoun')}
            operation="automation_inbound_endpoints_delete"
            input={{ endpoint_id: of.id }}
            remove={() => client.automation.inbound_endpoints.delete.mutate({ endpoint_id: of.id })}
            stale={trpc.automation.inbound_endpoints.list.pathKey()}
            onClose={close}
            onDeleted={() => void navigate({ to: '/w/$ws/automation/endpoints', params: { ws } })}
          >
            <p>{t('deleteHelp')}</p>
          </DeleteDialog>
        )}
      </>
    ),
  };
}
