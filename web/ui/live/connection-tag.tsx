import { Tag } from '../tag';
import { useConnection } from './live';

/** Whether the page hears what happens: "Listening", "Paused", "Reconnecting". */
export function ConnectionTag({ isPaused = false }: { isPaused?: boolean }) {
  const connection = useConnection();
  // Whoever waits for news must know that none can come, paused or not.
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
