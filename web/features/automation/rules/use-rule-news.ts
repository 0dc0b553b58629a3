import { queryClient, useTRPC } from '../../../trpc';
import { useLive } from '../../../ui/live/live';

const OF_RULES = /^automation\.rule/;

/** Keeps rules and their runs fresh. */
export function useRuleNews(): void {
  const trpc = useTRPC();
  useLive((news) => {
    if (news.kind !== 'resumed' && !(news.kind === 'event' && OF_RULES.test(news.event.type))) return;
    for (const queryKey of [trpc.automation.rules.pathKey(), trpc.automation.rule_runs.pathKey()])
      void queryClient.invalidateQueries({ queryKey });
  });
}
