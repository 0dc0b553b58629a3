import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Confirm } from '../../ui/dialog/dialog';
import { browserOf, formatCount } from '../../ui/format';
import { useCan } from '../../ui/shell/workspace';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { nameOf } from '../webhooks/labels';
import type { Key } from './labels';

export function RevokeDialog({ of, onClose }: { of: Key; onClose: () => void }) {
  const trpc = useTRPC();
  const can = useCan();
  const mayCount = can('usage:read');
  const usage = useQuery(
    trpc.keys.get_usage.queryOptions({ key_id: of.id, granularity: 'hour' }, { enabled: mayCount }),
  );
  const calls = usage.data?.data.reduce((sum, { requests }) => sum + requests, 0);
  const webhooks = useQuery(trpc.webhooks.list.queryOptions({ limit: 100 }, { enabled: can('webhooks:write') }));
  const made = webhooks.data?.data.filter(
    ({ created_by: by, status }) => 'key_id' in by && by.key_id === of.id && status !== 'disabled',
  );
  const [isDisabling, setIsDisabling] = useState(false);
  const input = { key_id: of.id, ...(isDisabling ? { disable_webhooks: true } : {}) };
  const revoke = useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: () => toast('Key revoked'),
      onError: (error) => toastError(error, 'The key still works'),
      onSettled: async () => {
        onClose();
        await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
        if (isDisabling) await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
    }),
  );

  return (
    <Confirm
      title={`Revoke “${of.name}”?`}
      action="Revoke key"
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate(input)}
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
      {made && made.length > 0 && (
        <label className="revoke-webhooks">
          <input
            type="checkbox"
            checked={isDisabling}
            onChange={(event) => setIsDisabling(event.currentTarget.checked)}
          />
          <span>
            Disable {made.length === 1 ? 'its webhook' : `its ${made.length} webhooks`} too:{' '}
            {made.map(nameOf).join(', ')}
          </span>
        </label>
      )}
      <CopyAsCode operation="keys_revoke" input={input} />
    </Confirm>
  );
}
