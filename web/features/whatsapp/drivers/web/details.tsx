import { Detail, DetailList } from '../../../../ui/detail/detail-list';
import { Card } from '../../../../ui/page';
import { Time } from '../../../../ui/time';
import type { Instance } from '../../labels';
import { HISTORY, type Web } from './draft';
import { SyncProgress } from './sync-progress';

import './web.css';

export function WebDetails({ of, web }: { of: Instance; web: Web }) {
  return (
    <Card title="Linked device">
      <div className="wa-lines">
        <SyncProgress of={of} web={web} />
        <DetailList>
          <Detail name="Last seen">
            <Time at={web.last_seen_at} never="Never connected" />
          </Detail>
          <Detail name="Client name">{web.client_name}</Detail>
          <Detail name="Earlier messages">{HISTORY[web.sync_history]}</Detail>
          <Detail name="WhatsApp Web">
            {web.whatsapp_version === null ? 'Not known yet' : <span className="mono">{web.whatsapp_version}</span>}
          </Detail>
          <Detail name="Library">
            {web.engine_version === null ? 'Not known yet' : <span className="mono">{web.engine_version}</span>}
          </Detail>
          <Detail name="Risks confirmed">
            <Time at={web.acknowledged_at} /> by <span className="mono">{web.acknowledged_by.id}</span>
          </Detail>
        </DetailList>
      </div>
    </Card>
  );
}
