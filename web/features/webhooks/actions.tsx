import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { lazyWhenIdle } from '../../ui/lazy-parts';
import { useWorkspace } from '../../ui/shell/workspace';
import type { Webhook } from './labels';

const EnableDialog = lazyWhenIdle(async () => (await import('./enable-dialog')).EnableDialog);
const StopDialog = lazyWhenIdle(async () => (await import('./stop-dialogs')).StopDialog);

interface WebhookActionsProps {
  of: Webhook;
  onEdit: () => void;
}

export function WebhookActions({ of, onEdit }: WebhookActionsProps) {
  const { id: ws } = useWorkspace();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'enable' | 'pause' | 'disable' | 'delete'>();
  const close = () => setOpen(undefined);
  const { status, health } = of;
  const isHeld = status === 'active' && health.circuit_breaker !== 'closed';
  return (
    <>
      <Button size="xs" variant="default" onClick={onEdit}>
        Change
      </Button>
      {status === 'active' && (
        <Button size="xs" variant="default" onClick={() => setOpen('pause')}>
          Pause
        </Button>
      )}
      {(status !== 'active' || isHeld) && (
        <Button size="xs" variant={isHeld ? 'default' : 'filled'} onClick={() => setOpen('enable')}>
          {isHeld ? 'Send now' : 'Enable'}
        </Button>
      )}
      {status !== 'disabled' && (
        <Button size="xs" variant="default" onClick={() => setOpen('disable')}>
          Disable
        </Button>
      )}
      <Button size="xs" variant="outline" color="red" onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'enable' && <EnableDialog of={of} onClose={close} />}
      {(open === 'pause' || open === 'disable' || open === 'delete') && (
        <StopDialog
          of={of}
          what={open}
          onClose={close}
          onDeleted={() => void navigate({ to: '/w/$ws/webhooks', params: { ws } })}
        />
      )}
    </>
  );
}
