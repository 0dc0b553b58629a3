import { progressLabel, SHARE_NAMES, SHARES, type Counts } from './labels';
import { t } from './texts';

import './batches.css';

export function Progress({ of }: { of: Counts }) {
  return (
    <span className="batch-progress" role="img" aria-label={progressLabel(of)}>
      {SHARE_NAMES.map(
        (name) =>
          of[name] > 0 && (
            <span
              key={name}
              data-share={name}
              data-tone={SHARES[name].tone}
              style={{ flexGrow: of[name] }}
              title={t('shareTitle', { name: SHARES[name].label, count: of[name] })}
            />
          ),
      )}
    </span>
  );
}
