import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

import { Card } from '../../ui/page';
import { Loading } from '../../ui/states/loading';
import { t } from './texts';
import { useAutomationItems, useBudgetItems, useKeyItems } from './use-attention';
import { useInstanceItems } from './use-instance-items';
import { useWebhookItems } from './use-webhook-items';

import './overview.css';

const SHOWN = 5;

/** The content below appears once the height of this list is known, so that nothing moves. */
export function Attention({ children }: { children: ReactNode }) {
  const [isLong, setIsLong] = useState(false);
  const sources = [useWebhookItems(), useInstanceItems(), useAutomationItems(), useBudgetItems(), useKeyItems()];
  const isKnown = sources.every(({ isLoading }) => !isLoading);
  const all = sources.flatMap(({ items }) => items);
  const items = [...all.filter(({ tone }) => tone === 'error'), ...all.filter(({ tone }) => tone === 'warning')];
  return (
    <>
      {!isKnown && <Loading rows={3} />}
      {isKnown && items.length > 0 && (
        <Card title={t('attention')} flush>
          <ul className="overview-attention" aria-label={t('attention')}>
            {items.slice(0, isLong ? items.length : SHOWN).map(({ id, tone, text, action }) => (
              <li key={id} data-tone={tone}>
                <IconAlertTriangle size={16} aria-hidden />
                <span>{text}</span>
                {action}
              </li>
            ))}
          </ul>
          {items.length > SHOWN && (
            <button
              type="button"
              className="bare overview-try"
              aria-expanded={isLong}
              onClick={() => setIsLong(!isLong)}
            >
              {isLong ? t('showFewer') : t('showAll', { count: items.length })}
            </button>
          )}
        </Card>
      )}
      <div className="overview" hidden={!isKnown}>
        {children}
      </div>
    </>
  );
}
