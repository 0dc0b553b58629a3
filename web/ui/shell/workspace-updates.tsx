import { useRouter } from '@tanstack/react-router';

import { account, queryClient, useTRPC } from '../../trpc';
import { useLive } from '../live/live';
import { reloadQueries } from '../live/reload-queries';

export function WorkspaceUpdates() {
  const trpc = useTRPC();
  const router = useRouter();
  useLive((update) => {
    if (update.kind === 'signal') return;
    // The header warns of disabled rules on every page.
    if (update.kind !== 'event' || /^automation\.rule\.(?:disabled|updated|deleted)$/.test(update.event.type))
      void reloadQueries(trpc.automation.rules.list.pathKey());
    if (update.kind === 'event' && !/^(?:workspace|member)\./.test(update.event.type)) return;
    // A change of permissions closes the stream before its event is sent, so a resumed stream reloads the session.
    if (update.kind !== 'event') {
      for (const path of [trpc.workspaces, trpc.members]) void reloadQueries(path.pathKey());
    }
    void queryClient
      .invalidateQueries({ queryKey: account.workspaces.list.queryKey({}) })
      .then(() => router.invalidate());
  });
  return null;
}
