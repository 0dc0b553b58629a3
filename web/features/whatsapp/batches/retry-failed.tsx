import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC, useTRPCClient } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { Loading } from '../../../ui/states/loading';
import { Content } from '../../../ui/states/states';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import { mayDuplicate, type Message } from '../messages/labels';
import type { Batch } from './labels';
import { t } from './texts';

const PAGE = 100;
/** Calls under way at a time: the limit of requests is for all that people do. */
const AT_ONCE = 4;

/** Retries only failures that can succeed unchanged. */
export function RetryFailed({ of, onClose }: { of: Batch; onClose: () => void }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const [done, setDone] = useState(0);
  const input = { instance_id: of.instance_id, batch_id: of.id, status: ['failed' as const] };
  const failed = useQuery({
    queryKey: [...trpc.whatsapp.batches.list_messages.queryKey(input), 'all'],
    queryFn: async () => {
      const all: Message[] = [];
      let cursor: string | undefined;
      do {
        const page = await client.whatsapp.batches.list_messages.query({ ...input, limit: PAGE, cursor });
        all.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      const retryable = all.filter((message) => message.error?.retryable === true && !mayDuplicate(message));
      return { retryable, total: all.length };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

  const retry = useMutation({
    mutationFn: async (messages: readonly Message[]) => {
      const left = [...messages];
      let refused = 0;
      const work = async () => {
        for (let message = left.shift(); message; message = left.shift()) {
          const one = { instance_id: of.instance_id, message_id: message.id };
          await client.whatsapp.messages.retry.mutate(one).catch(() => {
            refused += 1;
          });
          setDone((count) => count + 1);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return refused;
    },
    onSuccess: (refused, { length }) => {
      const text = t('refused', { count: refused });
      toast(t('queuedAgain', { count: length - refused }), refused > 0 ? { text } : {});
      onClose();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.batches.pathKey() }),
  });

  const messages = failed.data?.retryable ?? [];
  const [first] = messages;
  return (
    <Confirm
      title={t('retryTitle')}
      action={messages.length === 0 ? t('nothingToRetry') : t('retryCount', { count: messages.length })}
      isDangerous={false}
      isPending={retry.isPending || failed.isPending}
      onConfirm={() => (messages.length === 0 ? onClose() : retry.mutate(messages))}
      onClose={onClose}
    >
      <Content query={failed} loading={<Loading shape="text" rows={1} />}>
        {({ retryable, total }) => (
          <>
            <p>
              {retryable.length === total
                ? t('retryAll', { count: total })
                : t('retrySome', { count: retryable.length, total })}
            </p>
            {first && (
              <CopyAsCode
                operation="whatsapp_messages_retry"
                input={{ instance_id: of.instance_id, message_id: first.id }}
              />
            )}
          </>
        )}
      </Content>
      {retry.isPending && (
        <div role="status">
          <Note>{t('ofTotal', { done, total: messages.length })}</Note>
        </div>
      )}
    </Confirm>
  );
}
