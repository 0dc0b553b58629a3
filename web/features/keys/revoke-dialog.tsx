import { useMutation, useQuery } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Confirm } from '../../ui/dialog';
import { browserOf, formatCount } from '../../ui/format';
import { useCan } from '../../ui/shell/workspace';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast';
import type { Key } from './words';

/** Says what a revocation will break, then does it. */
export function RevokeDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const trpc = useTRPC();
  const mayCount = useCan()('usage:read');
  const usage = useQuery(trpc.keys.usage.queryOptions({ key_id: of.id, granularity: 'hour' }, { enabled: mayCount }));
  const calls = usage.data?.data.reduce((sum, { requests }) => sum + requests, 0);
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: () => toast('Key revoked'),
      onError: (error) => toastError(error, 'The key still works'),
      onSettled: async () => {
        onClose();
        await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
      },
    }),
  );

  return (
    <Confirm
      title={`Revoke “${of.name}”?`}
      action="Revoke key"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate({ key_id: of.id })}
      onClose={onClose}
    >
      <p>
        {of.last_used_at ? (
          <>
            Last used <Time at={of.last_used_at} />
            {of.last_used_user_agent && ` by ${browserOf(of.last_used_user_agent)}`}
            {calls !== undefined && `, ${formatCount(calls, 'call')} in the last 24 hours`}.
          </>
        ) : (
          'This key was never used.'
        )}
      </p>
      <p>Every program that has it is refused from the next call on. This cannot be undone.</p>
      <CopyAsCode operation="keys_revoke" input={{ key_id: of.id }} />
    </Confirm>
  );
}
