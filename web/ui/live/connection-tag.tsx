import { Tag } from '../tag';
import { t } from '../texts';
import { useConnection } from './live';

export function ConnectionTag({ isPaused = false }: { isPaused?: boolean }) {
  const connection = useConnection();
  // Shown while paused too: without a connection no updates can arrive.
  if (connection === 'lost') {
    return (
      <Tag tone="warning" dot>
        {t('reconnecting')}
      </Tag>
    );
  }
  if (isPaused) return <Tag dot>{t('paused')}</Tag>;
  return (
    <Tag tone={connection === 'open' ? 'success' : 'neutral'} dot>
      {t(connection === 'open' ? 'live' : 'connecting')}
    </Tag>
  );
}
