import { useTRPC } from '../../../trpc';
import { useLiveReload } from '../../../ui/live/use-live-reload';

/** Keeps rules and their runs fresh. */
export function useRuleUpdates(): void {
  const { rules, rule_runs: runs } = useTRPC().automation;
  useLiveReload({ after: /^automation\.rule/, queryKeys: [rules.pathKey(), runs.pathKey()] });
}
