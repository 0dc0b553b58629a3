import { IconSend } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { useWorkspace } from '../../ui/shell/workspace';
import { Empty } from '../../ui/states/states';
import { DeliveryList } from '../webhooks/deliveries/list';
import { ActivityFrame } from './frame';

export function DeliveriesPage() {
  const { id: ws } = useWorkspace();
  return (
    <ActivityFrame list="Deliveries">
      {(isPaused) => (
        <DeliveryList
          isPaused={isPaused}
          empty={
            <Empty
              icon={IconSend}
              title="No deliveries yet"
              actions={
                <Link to="/w/$ws/webhooks/inbox" params={{ ws }} className="copy-button">
                  Use the inbox
                </Link>
              }
            >
              Events that are sent to webhooks appear here, with each attempt.
            </Empty>
          }
        />
      )}
    </ActivityFrame>
  );
}
