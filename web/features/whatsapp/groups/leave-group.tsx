import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { toast, toastError } from '../../../ui/toast/toast';
import { useUnsupportedReason } from '../use-instance';
import type { Group } from './labels';
import { t } from './texts';

type End = 'leave' | 'delete';

const WORDS = {
  leave: {
    done: 'left',
    failed: 'notLeft',
  },
  delete: {
    done: 'groupDeleted',
    failed: 'notDeleted',
  },
} as const satisfies Record<End, object>;

const CAPABILITY = { leave: 'group.leave', delete: 'group.delete' } satisfies Record<End, string>;

export function LeaveGroup({ of, onGone }: { of: Group; onGone: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const lacks = useUnsupportedReason();
  const [asked, setAsked] = useState<End>();
  const input = { instance_id: of.instance_id, group_id: of.id };
  const end = useMutation({
    mutationFn: async (what: End): Promise<void> => {
      await client.whatsapp.groups[what].mutate(input);
    },
    onSuccess: (_, what) => {
      toast(t(WORDS[what].done));
      onGone();
    },
    onError: (error, what) => toastError(error, t(WORDS[what].failed)),
    onSettled: () => {
      setAsked(undefined);
      return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.groups.pathKey() });
    },
  });
  const ways = (['leave', 'delete'] as const).filter((way) => lacks(CAPABILITY[way]) === undefined);
  return (
    <div className="wa-line">
      {ways.map((way) => (
        <Button key={way} size="xs" variant="outline" color="red" onClick={() => setAsked(way)}>
          {t(way)}
        </Button>
      ))}
      {asked && (
        <Confirm
          title={t(`title_${asked}`, { name: of.subject || t('unnamed') })}
          action={t(asked)}
          isPending={end.isPending}
          onConfirm={() => end.mutate(asked)}
          onClose={() => setAsked(undefined)}
        >
          <p>{t(`help_${asked}`)}</p>
          <CopyAsCode operation={`whatsapp_groups_${asked}`} input={input} />
        </Confirm>
      )}
    </div>
  );
}
