import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useWorkspace } from '../../ui/shell/workspace';
import { Empty } from '../../ui/states/states';
import { DeliveryList } from '../webhooks/deliveries/list';
import { ActivityFrame } from './frame';
import { t } from './texts';

export function DeliveriesPage() {
  const { id: ws } = useWorkspace();
  return (
    <ActivityFrame list="deliveries">
      {(isPaused) => (
        <DeliveryList
          isPaused={isPaused}
          empty={
            <Empty
              icon={IconSend}
              title={t('noDeliveries')}
              actions={
                <Link to="/w/$ws/webhooks/inbox" params={{ ws }} className="copy-button">
                  {t('openInbox')}
                </Link>
              }
            >
              {t('noDeliveriesHelp')}
            </Empty>
          }
        />
      )}
    </ActivityFrame>
  );
}
