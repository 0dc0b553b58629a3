import { formatCount, formatNumber } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { useInstances } from '../whatsapp/use-instances';
import { Tile } from './tile';

export function WhatsAppTile() {
  const { id: ws } = useWorkspace();
  const instances = useInstances();
  if (instances.length === 0) return null;
  const connected = instances.filter(({ status }) => status === 'connected').length;
  const queued = instances.reduce((sum, { health }) => sum + health.queued, 0);
  const waiting = queued === 0 ? 'nothing waits' : formatCount(queued, 'message waits', 'messages wait');
  return (
    <Tile
      title="WhatsApp"
      value={formatNumber(connected)}
      line={`of ${formatCount(instances.length, 'instance')} connected, ${waiting}`}
      link={{ to: '/w/$ws/whatsapp', params: { ws } }}
    />
  );
}
