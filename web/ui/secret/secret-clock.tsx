import { MINUTE_MS } from '../../../shared/durations';
import { useNow } from '../time';

import './secret.css';
import { extendSecret, useSecretEnd } from './store';

const SOON_MINUTES = 2;

/** The end is announced two minutes ahead. */
export function SecretClock() {
  const end = useSecretEnd();
  const left = Math.max(1, Math.ceil((end - useNow()) / MINUTE_MS));
  const isSoon = left <= SOON_MINUTES;
  return (
    <div className="secret-clock" data-soon={isSoon}>
      <span>
        Kept in this tab for {left} more {left === 1 ? 'minute' : 'minutes'}, then cleared.
      </span>
      <button type="button" className="copy-button" onClick={extendSecret}>
        Keep 10 minutes
      </button>
      <span className="visually-hidden" role="status">
        {isSoon && 'The secret is cleared in 2 minutes. Choose Keep 10 minutes to have longer.'}
      </span>
    </div>
  );
}
