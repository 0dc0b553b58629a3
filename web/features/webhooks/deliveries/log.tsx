import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';

import { lazyWhenIdle } from '../../../ui/lazy-parts';
import { useCan } from '../../../ui/shell/workspace';
import { Empty } from '../../../ui/states/states';
import { DeliveryList } from './list';
import { ReplayProgress } from './replay-progress';

const ReplaySheet = lazyWhenIdle(async () => (await import('./replay-sheet')).ReplaySheet);

export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const mayWrite = useCan()('webhooks:write');
  const [isReplaying, setIsReplaying] = useState(false);
  return (
    <>
      <ReplayProgress webhookId={webhookId} />
      <DeliveryList
        webhookId={webhookId}
        actions={
          mayWrite && (
            <Button size="xs" variant="default" onClick={() => setIsReplaying(true)}>
              Replay events
            </Button>
          )
        }
        empty={
          <Empty icon={IconSend} title="No deliveries yet">
            Every event that this webhook asks for appears here as it is sent, with each attempt.
          </Empty>
        }
      />
      {isReplaying && <ReplaySheet webhookId={webhookId} onClose={() => setIsReplaying(false)} />}
    </>
  );
}
