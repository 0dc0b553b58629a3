import { Figure, Figures } from '../../../ui/figure/figure';
import type { Analytics } from './query';
import { t } from './texts';

export function Totals({ of: { totals, previous } }: { of: Analytics }) {
  return (
    <Figures>
      <Figure label={t('clicks')} value={totals.clicks} before={previous?.clicks} />
      <Figure label={t('uniqueClicks')} value={totals.unique_clicks} before={previous?.unique_clicks} />
      {/* More bots are neither good nor bad. */}
      <Figure label={t('botClicks')} value={totals.bot_clicks} />
    </Figures>
  );
}
