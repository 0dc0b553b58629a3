import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { toast, toastError } from '../../../ui/toast/toast';
import type { Message } from './labels';
import { t } from './texts';

interface DeleteFileProps {
  of: Message;
  /** Told of what was called, for the code beside it. */
  onCall?: ((operation: string, input: Record<string, unknown>) => void) | undefined;
}

export function DeleteFile({ of, onCall }: DeleteFileProps) {
  const trpc = useTRPC();
  const [isAsked, setIsAsked] = useState(false);
  const input = { instance_id: of.instance_id, media_id: of.media?.id ?? '' };
  const remove = useMutation(
    trpc.whatsapp.media.delete.mutationOptions({
      onSuccess: () => {
        onCall?.('whatsapp_media_delete', input);
        toast(t('fileDeleted'));
      },
      onError: (error) => toastError(error, t('fileNotDeleted')),
      onSettled: () => {
        setIsAsked(false);
        return queryClient.invalidateQueries({ queryKey: trpc.whatsapp.messages.pathKey() });
      },
    }),
  );
  if (of.media === null) return null;
  return (
    <>
      <button type="button" className="copy-button" onClick={() => setIsAsked(true)}>
        {t('deleteFile')}
      </button>
      {isAsked && (
        <Confirm
          title={t('deleteFileTitle')}
          action={t('deleteFile')}
          isPending={remove.isPending}
          onConfirm={() => remove.mutate(input)}
          onClose={() => setIsAsked(false)}
        >
          <p>{t('deleteFileHelp')}</p>
          <CopyAsCode operation="whatsapp_media_delete" input={input} />
        </Confirm>
      )}
    </>
  );
}
