import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { DISABLED_REASONS, type Rule } from './labels';

import '../automation.css';

export function DisabledNote({ of }: { of: Rule }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const mayWrite = useCan()('automation.rules:write');
  const enable = useMutation(
    trpc.automation.rules.update.mutationOptions({
      onSuccess: () => toast('The rule is active'),
      onError: (error) => toastError(error, 'The rule was not enabled'),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() }),
    }),
  );
  return (
    <Note tone="error">
      <span className="automation-note">
        <span>
          The rule was disabled <Time at={of.disabled_at} />:{' '}
          {of.disabled_reason !== null && DISABLED_REASONS[of.disabled_reason]}{' '}
          <Link
            to="/w/$ws/automation/rules/$rule"
            params={{ ws, rule: of.id }}
            search={{ tab: 'runs', status: 'failed' }}
          >
            See what failed
          </Link>
        </span>
        {mayWrite && (
          <Button
            size="xs"
            variant="default"
            loading={enable.isPending}
            onClick={() => enable.mutate({ rule_id: of.id, status: 'active' })}
          >
            Enable
          </Button>
        )}
      </span>
    </Note>
  );
}
