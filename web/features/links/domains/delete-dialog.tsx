import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';

import { queryClient, useTRPC } from '../../../trpc';
import { CopyAsCode } from '../../../ui/code/copy-as-code';
import { Confirm } from '../../../ui/dialog/dialog';
import { errorText } from '../../../ui/problem';
import { useWorkspace } from '../../../ui/shell/workspace';
import { Note } from '../../../ui/tag';
import { toast } from '../../../ui/toast/toast';
import type { Domain } from '../labels';
import { t } from './texts';

export function DeleteDialog({ of, onClose }: { of: Domain; onClose: () => void }) {
  const trpc = useTRPC();
  const { id: ws } = useWorkspace();
  const input = { domain_id: of.id };
  const remove = useMutation(
    trpc.links.domains.delete.mutationOptions({
      onSuccess: () => {
        toast(t('deleted', { host: of.hostname }));
        onClose();
        return queryClient.invalidateQueries({ queryKey: trpc.links.domains.list.pathKey() });
      },
    }),
  );
  return (
    <Confirm
      title={t('deleteTitle', { host: of.hostname })}
      action={t('deleteDomain')}
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
          {t.rich('hasLinks', {
            count: of.links_count,
            l: (part) => (
              <Link to="/w/$ws/links" params={{ ws }} search={{ domain: of.id }}>
                {part}
              </Link>
            ),
          })}
        </p>
      ) : (
        <p>{t('deleteHelp')}</p>
      )}
      <CopyAsCode operation="links_domains_delete" input={input} />
    </Confirm>
  );
}
