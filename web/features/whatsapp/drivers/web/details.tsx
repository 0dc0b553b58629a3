import { CopyId } from '../../../../ui/code/copy';
import { Detail, DetailList } from '../../../../ui/detail/detail-list';
import { Card } from '../../../../ui/page';
import { Time } from '../../../../ui/time';
import type { Instance } from '../../labels';
import { HISTORY, type Web } from './draft';
import { SyncProgress } from './sync-progress';
import { t } from './texts';

import './web.css';

export function WebDetails({ of, web }: { of: Instance; web: Web }) {
  return (
    <Card title={t('linkedDevice')}>
      <div className="wa-lines">
        <SyncProgress of={of} web={web} />
        <DetailList>
          {web.last_seen_at !== null && (
            <Detail name={t('lastSeen')}>
              <Time at={web.last_seen_at} />
            </Detail>
          )}
          <Detail name={t('clientName')}>{web.client_name}</Detail>
          <Detail name={t('history')}>{HISTORY[web.sync_history]}</Detail>
          {web.whatsapp_version !== null && (
            <Detail name="WhatsApp Web">
              <span className="mono">{web.whatsapp_version}</span>
            </Detail>
          )}
          {web.engine_version !== null && (
            <Detail name={t('library')}>
              <span className="mono">{web.engine_version}</span>
            </Detail>
          )}
          <Detail name={t('risksConfirmed')}>
            {t.rich('confirmedBy', {
              time: () => <Time at={web.acknowledged_at} />,
              id: () => <CopyId id={web.acknowledged_by.id} />,
            })}
          </Detail>
        </DetailList>
      </div>
    </Card>
  );
}
