import {
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRepeat,
  IconTrash,
} from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { copyText } from '../../../ui/clipboard';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useCan } from '../../../ui/shell/workspace';
import { toast, toastError, toastUndo } from '../../../ui/toast/toast';
import type { Webhook } from '../labels';
import { t } from './texts';

const EnableDialog = lazyWhenIdle(async () => (await import('../detail/enable-dialog')).EnableDialog);
const StopDialog = lazyWhenIdle(async () => (await import('../detail/stop-dialogs')).StopDialog);
const ReplaySheet = lazyWhenIdle(async () => (await import('../deliveries/replay/sheet')).ReplaySheet);

type Dialog = 'enable' | 'disable' | 'delete' | 'replay';

interface WebhookActions {
  menu: (of: Webhook, onEdit: () => void) => MenuActions;
  enable: (of: Webhook) => void;
  /** The dialog of the action that was chosen. */
  opened: ReactNode;
}

/** Deliveries pause after failures, also those of an active webhook. */
export const isHeld = ({ status, health }: Webhook): boolean =>
  status === 'active' && health.circuit_breaker !== 'closed';

/** What the “…” of a webhook does, on its page and in the list. */
export function useWebhookActions({ onDeleted = () => {} }: { onDeleted?: () => void } = {}): WebhookActions {
  const mayWrite = useCan()('webhooks:write');
  const [open, setOpen] = useState<{ what: Dialog; of: Webhook }>();
  const pause = usePause();
  const close = () => setOpen(undefined);
  const enable = (of: Webhook) => setOpen({ what: 'enable', of });

  const menu: WebhookActions['menu'] = (of, onEdit) => [
    mayWrite && { label: t('edit'), icon: IconPencil, onClick: onEdit },
    mayWrite && { label: t('replayEvents'), icon: IconRepeat, onClick: () => setOpen({ what: 'replay', of }) },
    mayWrite &&
      of.status === 'active' && { label: t('pause'), icon: IconPlayerPause, onClick: () => void pause(of.id) },
    mayWrite &&
      (of.status !== 'active' || isHeld(of)) && {
        label: t(isHeld(of) ? 'sendNow' : 'enable'),
        icon: IconPlayerPlay,
        onClick: () => enable(of),
      },
    {
      label: t('copyId'),
      icon: IconCopy,
      onClick: () => void copyText(of.id).then((isCopied) => isCopied && toast(t('copied'))),
    },
    mayWrite &&
      of.status !== 'disabled' && {
        label: t('disable'),
        icon: IconPlayerStop,
        isDangerous: true,
        onClick: () => setOpen({ what: 'disable', of }),
      },
    mayWrite && {
      label: t('delete'),
      icon: IconTrash,
      isDangerous: true,
      onClick: () => setOpen({ what: 'delete', of }),
    },
  ];
  const opened = open && (
    <>
      {open.what === 'enable' && <EnableDialog of={open.of} onClose={close} />}
      {(open.what === 'disable' || open.what === 'delete') && (
        <StopDialog of={open.of} what={open.what} onClose={close} onDeleted={onDeleted} />
      )}
      {open.what === 'replay' && <ReplaySheet webhookId={open.of.id} onClose={close} />}
    </>
  );
  return { menu, enable, opened };
}

/** At once: enabled again, nothing is lost. */
function usePause(): (id: string) => Promise<void> {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const reload = () => queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
  return async (id) => {
    const input = { webhook_id: id };
    try {
      await client.webhooks.pause.mutate(input);
      toastUndo(t('webhookPaused'), () => client.webhooks.enable.mutate(input).finally(reload));
    } catch (error) {
      toastError(error, t('notPaused'));
    }
    await reload();
  };
}
