import { useRouter } from '@tanstack/react-router';

import { account, queryClient, useTRPC } from '../../trpc';
import { useLive } from '../live/live';

/** A new name, another role, a suspension: what the shell shows follows the news. */
export function FollowWorkspace() {
  const trpc = useTRPC();
  const router = useRouter();
  useLive((news) => {
    if (news.kind === 'signal') return;
    // The header warns of disabled rules on every page.
    if (news.kind !== 'event' || /^automation\.rule\.(?:disabled|updated|deleted)$/.test(news.event.type))
      void queryClient.invalidateQueries({ queryKey: trpc.automation.rules.list.pathKey() });
    if (news.kind === 'event' && !/^(?:workspace|member)\./.test(news.event.type)) return;
    // A change of rights ends the stream before it is told of it: what it resumes with is read anew.
    if (news.kind !== 'event') {
      for (const path of [trpc.workspaces, trpc.members]) {
        void queryClient.invalidateQueries({ queryKey: path.pathKey() });
      }
    }
    void queryClient
      .invalidateQueries({ queryKey: account.workspaces.list.queryKey({}) })
      .then(() => router.invalidate());
  });
  return null;
}
