import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Confirm } from '../../ui/dialog/dialog';
import { browserOf } from '../../ui/format';
import { useCan } from '../../ui/shell/workspace';
import { Time } from '../../ui/time';
import { toast, toastError } from '../../ui/toast/toast';
import { nameOf } from '../webhooks/labels';
import type { Key } from './labels';
import { t } from './texts';

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
      onSuccess: () => toast(t('keyRevoked')),
      onError: (error) => toastError(error, t('notRevoked')),
      onSettled: async () => {
        onClose();
        await queryClient.invalidateQueries({ queryKey: trpc.keys.pathKey() });
        if (isDisabling) await queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
      },
    }),
  );

  const lastUsed = () => <Time at={of.last_used_at} />;
  return (
    <Confirm
      title={t('revokeTitle', { name: of.name })}
      action={t('revokeKey')}
      isPending={revoke.isPending}
      onConfirm={() => revoke.mutate(input)}
      onClose={onClose}
    >
      <p>
        {of.last_used_at ? (
          <>
            {of.last_used_user_agent
              ? t.rich('usedAtBy', { client: browserOf(of.last_used_user_agent), time: lastUsed })
              : t.rich('usedAt', { time: lastUsed })}{' '}
            {calls !== undefined && t('callsToday', { count: calls })}
          </>
        ) : (
          t('keyNeverUsed')
        )}
      </p>
      <p>{t('revokeHelp')}</p>
      {made && made.length > 0 && (
        <label className="revoke-webhooks">
          <input
            type="checkbox"
            checked={isDisabling}
            onChange={(event) => setIsDisabling(event.currentTarget.checked)}
          />
          <span>{t('disableWebhooks', { count: made.length, names: made.map(nameOf).join(', ') })}</span>
        </label>
      )}
      <CopyAsCode operation="keys_revoke" input={input} />
    </Confirm>
  );
}
