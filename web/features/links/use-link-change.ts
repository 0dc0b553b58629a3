import { queryClient, useTRPC, useTRPCClient } from '../../trpc';
import { toast, toastError, toastUndo } from '../../ui/toast/toast';
import type { Link } from './labels';
import { t } from './texts';

/** Verbs on one link that need no form. Archiving can be undone from its message. */
export function useLinkChange() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const update = async (id: string, change: { disabled: boolean } | { archived: boolean }) => {
    await client.links.update.mutate({ link_id: id, ...change });
    await queryClient.invalidateQueries({ queryKey: trpc.links.pathKey() });
  };
  return {
    toggleDisabled: ({ id, disabled }: Link) =>
      void tried(update(id, { disabled: !disabled }), () => toast(t(disabled ? 'linkEnabled' : 'linkDisabled'))),
    toggleArchived: ({ id, archived }: Link) =>
      void tried(update(id, { archived: !archived }), () =>
        toastUndo(t(archived ? 'linkUnarchived' : 'linkArchived'), () => update(id, { archived })),
      ),
  };
}

async function tried(task: Promise<unknown>, onDone: () => void): Promise<void> {
  try {
    await task;
    onDone();
  } catch (error) {
    toastError(error, t('linkNotChanged'));
  }
}
