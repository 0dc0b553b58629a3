import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { Time } from '../../../ui/time';
import { toast, toastError } from '../../../ui/toast/toast';
import { disabledReason, type Rule } from './labels';
import { t } from './texts';

import '../automation.css';

export function DisabledNote({ of }: { of: Rule }) {
  const { id: ws } = useWorkspace();
  const trpc = useTRPC();
  const mayWrite = useCan()('automation.rules:write');
  const enable = useMutation(
    trpc.automation.rules.update.mutationOptions({
      onSuccess: () => toast(t('active')),
      onError: (error) => toastError(error, t('notEnabled')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.automation.rules.pathKey() }),
    }),
  );
  return (
    <Note tone="error">
      <span className="automation-note">
        <span>
          {t.rich('disabledNote', {
            time: () => <Time at={of.disabled_at} />,
            reason: of.disabled_reason === null ? '' : disabledReason(of.disabled_reason),
            link: (text) => (
              <Link
                to="/w/$ws/automation/rules/$rule"
                params={{ ws, rule: of.id }}
                search={{ tab: 'runs', status: 'failed' }}
              >
                {text}
              </Link>
            ),
          })}
        </span>
        {mayWrite && (
          <Button
            size="xs"
            variant="default"
            loading={enable.isPending}
            onClick={() => enable.mutate({ rule_id: of.id, status: 'active' })}
          >
            {t('enable')}
          </Button>
        )}
      </span>
    </Note>
  );
}
