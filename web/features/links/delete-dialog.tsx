import { useTRPC, useTRPCClient } from '../../trpc';
import { DeleteDialog } from '../../ui/dialog/delete-dialog';
import { formatCount } from '../../ui/format';
import { nameOf, shortOf, type Link } from './labels';

interface DeleteLinkProps {
  of: Link;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteLink({ of, onClose, onDeleted }: DeleteLinkProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { link_id: of.id };
  return (
    <DeleteDialog
      name={nameOf(of)}
      what="link"
      operation="links_delete"
      input={input}
      remove={() => client.links.delete.mutate(input)}
      stale={trpc.links.list.pathKey()}
      onClose={onClose}
      onDeleted={onDeleted}
    >
      <p>
        <span className="mono">{shortOf(of.short_url)}</span> leads nowhere from now on, and anybody may take the
        address.
        {(of.clicks ?? 0) > 0 && ` Its ${formatCount(of.clicks ?? 0, 'click')} go with it; sums of the workspace stay.`}
      </p>
      <p>This cannot be undone. To keep the address and its numbers, disable or archive it.</p>
    </DeleteDialog>
  );
}
