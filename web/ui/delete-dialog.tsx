import { useMutation, type QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { queryClient } from '../trpc';
import { CopyAsCode } from './code/copy-as-code';
import { Confirm } from './dialog';
import { toast, toastError } from './toast';

interface DeleteDialogProps {
  /** What it is called. */
  name: string;
  /** What it is: "rule". */
  what: string;
  remove: () => Promise<unknown>;
  /** The same as code. */
  operation: string;
  input: Record<string, unknown>;
  /** What to read again: lists that had it, and not what was just deleted. */
  stale: QueryKey;
  onClose: () => void;
  onDeleted?: () => void;
  /** What follows. */
  children: ReactNode;
}

/** Says what a deletion takes along, then does it. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, what, remove, operation, input, stale, onClose, onDeleted, children } = props;
  const removal = useMutation({
    mutationFn: async (): Promise<void> => void (await remove()),
    onSuccess: () => {
      toast(`${what.charAt(0).toUpperCase()}${what.slice(1)} deleted`);
      onDeleted?.();
    },
    onError: (error) => toastError(error, `The ${what} was not deleted`),
    onSettled: (_, error) => {
      onClose();
      // Without an answer it may be gone: then the page of it says so.
      return queryClient.invalidateQueries(error ? {} : { queryKey: stale });
    },
  });
  return (
    <Confirm
      title={`Delete “${name}”?`}
      action={`Delete ${what}`}
      isPending={removal.isPending}
      onConfirm={() => removal.mutate()}
      onClose={onClose}
    >
      {children}
      <CopyAsCode operation={operation} input={input} />
    </Confirm>
  );
}
