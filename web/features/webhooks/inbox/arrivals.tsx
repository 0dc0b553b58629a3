import { IconInbox } from '@tabler/icons-react';

import { Empty } from '../../../ui/states/states';
import { DeliveryList } from '../deliveries/list';
import type { Webhook } from '../labels';
import { InboxControls } from './controls';
import { LatestRequest } from './latest-request';
import { t } from './texts';

/** What the inbox responds with, the checks of its newest event, and all its events. */
export function Arrivals({ of }: { of: Webhook }) {
  return (
    <>
      <InboxControls of={of} />
      <LatestRequest webhookId={of.id} />
      <section aria-label={t('arrivals')}>
        <DeliveryList
          webhookId={of.id}
          empty={
            <Empty icon={IconInbox} title={t('noArrivals')}>
              {t('noArrivalsHelp')}
            </Empty>
          }
        />
      </section>
    </>
  );
}
