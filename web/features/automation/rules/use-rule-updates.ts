import { useTRPC } from '../../../trpc';
import { useLiveReload } from '../../../ui/live/use-live-reload';

export function useRuleUpdates(): void {
  const { rules, rule_runs: runs } = useTRPC().automation;
  useLiveReload({ after: /^automation\.rule/, queryKeys: [rules.pathKey(), runs.pathKey()] });
}
