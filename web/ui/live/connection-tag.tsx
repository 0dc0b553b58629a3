import { Tag } from '../tag';
import { useConnection } from './live';

export function ConnectionTag({ isPaused = false }: { isPaused?: boolean }) {
  const connection = useConnection();
  // Shown while paused too: without a connection no updates can arrive.
  if (connection === 'lost') {
    return (
      <Tag tone="warning" dot>
        Reconnecting
      </Tag>
    );
  }
  if (isPaused) return <Tag dot>Paused</Tag>;
  return (
    <Tag tone={connection === 'open' ? 'success' : 'neutral'} dot>
      {connection === 'open' ? 'Listening' : 'Connecting'}
    </Tag>
  );
}
