import { MINUTE_MS } from '../../../shared/durations';
import { useNow } from '../time';

import './secret.css';
import { extendSecret, useSecretEnd } from './store';
import { t } from './texts';

const SOON_MINUTES = 2;

/** The end is announced two minutes ahead. */
export function SecretClock() {
  const end = useSecretEnd();
  const left = Math.max(1, Math.ceil((end - useNow()) / MINUTE_MS));
  const isSoon = left <= SOON_MINUTES;
  return (
    <div className="secret-clock" data-soon={isSoon}>
      <span>{t('visibleFor', { minutes: left })}</span>
      <button type="button" className="copy-button" onClick={extendSecret}>
        {t('keepVisible')}
      </button>
      <span className="visually-hidden" role="status">
        {isSoon && t('hiddenSoon')}
      </span>
    </div>
  );
}
