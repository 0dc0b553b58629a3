import { useMutation } from '@tanstack/react-query';

import { queryClient, useTRPC } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { Confirm } from '../../ui/dialog';
import { formatCount } from '../../ui/format';
import { toast, toastError } from '../../ui/toast';
import { nameOf, shortOf, type Link } from './words';

interface DeleteDialogProps {
  of: Link;
  onClose: () => void;
  onDeleted: () => void;
}

/** Says what a deletion takes along, then does it. */
export function DeleteDialog({ of, onClose, onDeleted }: DeleteDialogProps) {
  const trpc = useTRPC();
  const input = { link_id: of.id };
  const remove = useMutation(
    trpc.links.delete.mutationOptions({
      onSuccess: () => {
        toast('Link deleted');
        onDeleted();
      },
      onError: (error) => toastError(error, 'The link was not deleted'),
      onSettled: () => {
        onClose();
        return queryClient.invalidateQueries({ queryKey: trpc.links.list.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={`Delete “${nameOf(of)}”?`}
      action="Delete link"
      isPending={remove.isPending}
      onConfirm={() => remove.mutate(input)}
      onClose={onClose}
    >
      <p>
        <span className="mono">{shortOf(of.short_url)}</span> leads nowhere from now on, and anybody may take the
        address.
        {(of.clicks ?? 0) > 0 && ` Its ${formatCount(of.clicks ?? 0, 'click')} go with it; sums of the workspace stay.`}
      </p>
      <p>This cannot be undone. To keep the address and its numbers, disable or archive it.</p>
      <CopyAsCode operation="links_delete" input={input} />
    </Confirm>
  );
}
