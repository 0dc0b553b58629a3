import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';

import { issueText } from '../../../i18n/labels';
import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { useCan } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Message } from './labels';
import { t } from './texts';

export function RetryMedia({ of }: { of: Message }) {
  const trpc = useTRPC();
  const maySend = useCan()('whatsapp.messages:send');
  const retry = useMutation(
    trpc.whatsapp.media.retry.mutationOptions({
      onSuccess: () => toast(t('fetchingAgain')),
      onError: (error) => toastError(error, t('notFetchedAgain')),
      onSettled: () => queryClient.invalidateQueries({ queryKey: trpc.whatsapp.messages.pathKey() }),
    }),
  );
  if (of.media?.status !== 'failed') return null;

  const input = { instance_id: of.instance_id, media_id: of.media.id };
  return (
    <Note tone="warning">
      <div className="message-again">
        <span>{of.media.error ? issueText(of.media.error.message) : t('fileNotFetched')}</span>
        {maySend && (
          <span className="message-buttons">
            <Button size="compact-sm" variant="default" loading={retry.isPending} onClick={() => retry.mutate(input)}>
              {t('fetchAgain')}
            </Button>
            <CopyAsCode operation="whatsapp_media_retry" input={input} />
          </span>
        )}
      </div>
    </Note>
  );
}
