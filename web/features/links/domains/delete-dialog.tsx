import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { formatCount } from '../../../ui/format';
import { errorText } from '../../../ui/problem';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import type { Domain } from '../labels';

export function DeleteDialog({ of, onClose }: { of: Domain; onClose: () => void }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const input = { domain_id: of.id };
  const remove = useMutation(
    trpc.links.domains.delete.mutationOptions({
      onSuccess: () => {
        toast(`${of.hostname} is deleted`);
        onClose();
        return queryClient.invalidateQueries({ queryKey: trpc.links.domains.list.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={`Delete “${of.hostname}”?`}
      action="Delete domain"
      typed={of.hostname}
      isPending={remove.isPending}
      error={
        remove.error && (
          <Note tone="error" alert>
            {errorText(remove.error)}
          </Note>
        )
      }
      onConfirm={() => remove.mutate(input)}
      onClose={onClose}
    >
      {of.links_count > 0 ? (
        <p>
          There are{' '}
          <Link to="/w/$ws/links" params={{ ws }} search={{ domain: of.id }}>
            {formatCount(of.links_count, 'link')}
          </Link>{' '}
          on it. Delete them, or move them to another domain, first.
        </p>
      ) : (
        <p>Requests to it are answered with 404, and another workspace may add it.</p>
      )}
      <CopyAsCode operation="links_domains_delete" input={input} />
    </Confirm>
  );
}
