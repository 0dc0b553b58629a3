import { useTRPC, useTRPCClient } from '../../trpc';
import { DeleteDialog } from '../../ui/dialog/delete-dialog';
import { nameOf, shortOf, type Link } from './labels';
import { t } from './texts';

interface DeleteLinkProps {
  of: Link;
  onClose: () => void;
  onDeleted?: () => void;
}

export function DeleteLink({ of, onClose, onDeleted }: DeleteLinkProps) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const input = { link_id: of.id };
  return (
    <DeleteDialog
      name={nameOf(of)}
      what={t('link')}
      operation="links_delete"
      input={input}
      remove={() => client.links.delete.mutate(input)}
      stale={trpc.links.list.pathKey()}
      onClose={onClose}
      {...(onDeleted ? { onDeleted } : {})}
    >
      <p>
        {t.rich('deleteHelp', { b: (part) => <span className="mono">{part}</span>, url: shortOf(of.short_url) })}{' '}
        {(of.clicks ?? 0) > 0 && t('deleteClicks', { count: of.clicks ?? 0 })}
      </p>
      <p>{t('deleteFinal')}</p>
    </DeleteDialog>
  );
}
