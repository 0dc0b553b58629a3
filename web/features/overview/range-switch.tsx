import { RANGES, type Range } from './requests';
import { t } from './texts';

const labelOf = (range: Range): string => ({ '24h': t('range24h'), '7d': t('range7d'), '30d': t('range30d') })[range];

export function RangeSwitch({ range, onRange }: { range: Range; onRange: (range: Range) => void }) {
  return (
    <div role="group" aria-label={t('range')} className="overview-ranges">
      {RANGES.map((one) => (
        <button key={one} type="button" className="bare" aria-pressed={one === range} onClick={() => onRange(one)}>
          {labelOf(one)}
        </button>
      ))}
    </div>
  );
}
