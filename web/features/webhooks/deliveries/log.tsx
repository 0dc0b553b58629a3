import { IconSend } from '@tabler/icons-react';

import { Empty } from '../../../ui/states/states';
import { DeliveryList } from './list';
import { ReplayProgress } from './replay/progress';
import { t } from './texts';

export function DeliveryLog({ webhookId }: { webhookId: string }) {
  return (
    <>
      <ReplayProgress webhookId={webhookId} />
      <DeliveryList
        webhookId={webhookId}
        empty={
          <Empty icon={IconSend} title={t('noDeliveries')}>
            {t('noDeliveriesHelp')}
          </Empty>
        }
      />
    </>
  );
}
