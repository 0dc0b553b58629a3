import type { Outputs } from '../../trpc';
import { formatCount, formatNumber } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Tile } from './tile';

export function AutomationTile({ of }: { of: Outputs['workspaces']['get_overview']['automation'] }) {
  const { id: ws } = useWorkspace();
  const { publications_24h: made, publications_waiting: waiting } = of;
  if (made + waiting === 0) return null;
  return (
    <Tile
      title="Automation"
      value={formatNumber(made)}
      line={`${made === 1 ? 'publication' : 'publications'}, ${formatCount(waiting, 'waits', 'wait')}`}
      link={{ to: '/w/$ws/automation/publications', params: { ws } }}
    />
  );
}
