import { Button } from '@mantine/core';
import { IconPlayerPause, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Confirm } from '../../../ui/dialog/dialog';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import type { MenuActions } from '../../../ui/menu/menu-action';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Rule } from './labels';
import { t } from './texts';

const RunDialog = lazyWhenIdle(async () => (await import('./runs/run-dialog')).RunDialog);

interface RuleActions {
  /** The one button of the page. */
  primary: ReactNode;
  more: MenuActions;
  /** The dialog that one of them opened. */
  opened: ReactNode;
}

export function useRuleActions(of: Rule): RuleActions {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const client = useTRPCClient();
  const [open, setOpen] = useState<'pause' | 'delete' | 'run'>();
  const close = () => setOpen(undefined);
  const move = useMutation(
    trpc.automation.rules.update.mutationOptions({
      onSuccess: ({ status }) => toast(t(status === 'active' ? 'active' : 'paused')),
      onError: (error) => toastError(error, t('notChanged')),
      onSettled: async () => {
        close();
        await queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() });
      },
    }),
  );
  const become = (status: 'active' | 'paused') => move.mutate({ rule_id: of.id, status });
  // A manual run has no message to reply to.
  const canRun = of.status === 'active' && of.actions.every(({ type }) => type !== 'reply');
  return {
    primary:
      of.status === 'active' ? (
        canRun && (
          <Button size="sm" variant="default" onClick={() => setOpen('run')}>
            {t('runNow')}
          </Button>
        )
      ) : (
        <Button size="sm" loading={move.isPending} onClick={() => become('active')}>
          {t('activate')}
        </Button>
      ),
    more: [
      of.status === 'active' && { label: t('pause'), icon: IconPlayerPause, onClick: () => setOpen('pause') },
      { label: t('delete'), icon: IconTrash, isDangerous: true, onClick: () => setOpen('delete') },
    ],
    opened: (
      <>
        {open === 'run' && <RunDialog of={of} onClose={close} />}
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
            <CopyAsCode operation="automation_rules_update" input={{ rule_id: of.id, status: 'paused' }} />
          </Confirm>
        )}
        {open === 'delete' && (
          <DeleteDialog
            name={of.name}
            what={t('ruleNoun')}
            operation="automation_rules_delete"
            input={{ rule_id: of.id }}
            remove={() => client.automation.rules.delete.mutate({ rule_id: of.id })}
            stale={trpc.automation.rules.list.pathKey()}
            onClose={close}
            onDeleted={() => void navigate({ to: '/w/$ws/automation/rules', params: { ws } })}
          >
            <p>{t('deleteHelp')}</p>
          </DeleteDialog>
        )}
      </>
    ),
  };
}
