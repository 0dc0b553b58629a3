import { IconAlertTriangle, IconCircleCheck, IconX } from '@tabler/icons-react';

import { useCountdown } from '../form/use-countdown';
import { isUnanswered, retryAfterOf, errorText } from '../problem';
import { ReportLine } from '../states/report';
import { t } from './texts';
import { dismissToast, type Toast } from './toast-store';

import './toast.css';

export function ToastList({ toasts }: { toasts: Toast[] }) {
  return (
    <div className="toasts" role="region" aria-label={t('messages')} aria-live="polite">
      {toasts.map(({ id, tone, title, text, error }) => {
        const Icon = tone === 'error' || tone === 'warning' ? IconAlertTriangle : IconCircleCheck;
        return (
          <div key={id} className="toast" role={error === undefined ? undefined : 'alert'}>
            <Icon size={18} stroke={1.6} style={{ color: `var(--${tone})` }} aria-hidden />
            <div className="toast-text">
              <strong>{isUnanswered(error) ? t('noAnswerCame') : title}</strong>
              {text && <div>{text}</div>}
              {error !== undefined && (
                <>
                  <div>{errorText(error)}</div>
                  {isUnanswered(error) && <div>{t('mayBeDone')}</div>}
                  <Wait seconds={retryAfterOf(error) ?? 0} />
                  <ReportLine error={error} />
                </>
              )}
            </div>
            <button
              type="button"
              className="header-icon"
              aria-label={t('closeMessage')}
              onClick={() => dismissToast(id)}
            >
              <IconX size={15} aria-hidden />
            </button>
          </div>
        );
      })}
    </div>
  );
}

/** Not announced by the second. */
function Wait({ seconds }: { seconds: number }) {
  const [left] = useCountdown(seconds);
  if (seconds === 0) return null;
  return <div aria-hidden={left > 0}>{left > 0 ? t('secondsLeft', { seconds: left }) : t('canTryAgain')}</div>;
}
