import { useMutation, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { queryClient } from '../../trpc';
import { CopyAsCode } from '../code/copy-as-code';
import { toast, toastError } from '../toast/toast';
import { Confirm } from './dialog';
import { t } from './texts';

interface DeleteDialogProps {
  name: string;
  what: string;
  remove: () => Promise<unknown>;
  operation: string;
  input: Record<string, unknown>;
  /** Lists to reload. The deleted object itself is not. */
  stale: QueryKey;
  onClose: () => void;
  onDeleted?: () => void;
  children: ReactNode;
}

export function DeleteDialog(props: DeleteDialogProps) {
  const { name, what, remove, operation, input, stale, onClose, onDeleted, children } = props;
  const removal = useMutation({
    mutationFn: async (): Promise<void> => void (await remove()),
    onSuccess: () => {
      toast(t('deleted', { name }));
      onDeleted?.();
    },
    onError: (error) => toastError(error, t('notDeleted', { name })),
    onSettled: (_, error) => {
      onClose();
      // Without an answer the object may be deleted: its page then shows that.
      return queryClient.invalidateQueries(error ? {} : { queryKey: stale });
    },
  });
  return (
    <Confirm
      title={t('deleteTitle', { name })}
      action={t('deleteAction', { what })}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {children}
      <CopyAsCode operation={operation} input={input} />
    </Confirm>
  );
}
