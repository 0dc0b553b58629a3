import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { DeleteDialog } from '../../../ui/dialog/delete-dialog';
import { Confirm } from '../../../ui/dialog/dialog';
import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useWorkspace } from '../../../ui/shell/workspace';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Rule } from './labels';

const RunDialog = lazyWhenIdle(async () => (await import('./runs/run-dialog')).RunDialog);

export function RuleActions({ of }: { of: Rule }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const client = useTRPCClient();
  const [open, setOpen] = useState<'pause' | 'delete' | 'run'>();
  const close = () => setOpen(undefined);
  const move = useMutation(
    trpc.automation.rules.update.mutationOptions({
      onSuccess: ({ status }) => toast(status === 'active' ? 'The rule is active' : 'The rule is paused'),
      onError: (error) => toastError(error, 'The rule was not changed'),
      onSettled: async () => {
        close();
        await queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() });
      },
    }),
  );
  const become = (status: 'active' | 'paused') => move.mutate({ rule_id: of.id, status });
  // A manual run has no message to reply to.
  const isAnswer = of.actions.some(({ type }) => type === 'reply');
  return (
    <>
      {of.status !== 'active' && (
        <Button size="xs" loading={move.isPending} onClick={() => become('active')}>
          Activate
        </Button>
      )}
      {of.status === 'active' && !isAnswer && (
        <Button size="xs" variant="default" onClick={() => setOpen('run')}>
          Run now
        </Button>
      )}
      {of.status === 'active' && (
        <Button size="xs" variant="default" onClick={() => setOpen('pause')}>
          Pause
        </Button>
      )}
      <Button size="xs" variant="outline" color="red" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'run' && <RunDialog of={of} onClose={close} />}
      {open === 'pause' && (
        <Confirm
          title={`Pause “${of.name}”?`}
          action="Pause rule"
          isDangerous={false}
          isPending={move.isPending}
          onConfirm={() => become('paused')}
          onClose={close}
        >
          <p>Nothing sets it off until it is active again, and runs that have not begun are canceled.</p>
          <CopyAsCode operation="automation_rules_update" input={{ rule_id: of.id, status: 'paused' }} />
        </Confirm>
      )}
      {open === 'delete' && (
        <DeleteDialog
          name={of.name}
          what="rule"
          operation="automation_rules_delete"
          input={{ rule_id: of.id }}
          remove={() => client.automation.rules.delete.mutate({ rule_id: of.id })}
          stale={trpc.automation.rules.list.pathKey()}
          onClose={close}
          onDeleted={() => void navigate({ to: '/w/$ws/automation/rules', params: { ws } })}
        >
          <p>Nothing sets it off any more, and runs that have not ended are canceled. This cannot be undone.</p>
        </DeleteDialog>
      )}
    </>
  );
}
