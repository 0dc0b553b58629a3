import { useState } from 'react';

import { fillVariables } from '../../../../../shared/whatsapp/variables';
import { Card } from '../../../../ui/page';
import type { SendContent } from '../../messages/composer/draft';
import { BatchPreview } from '../preview';
import { t } from '../texts';
import type { BatchRecipient } from './recipients';

export function BatchPreviewCard({
  content,
  recipients,
}: {
  content: SendContent;
  recipients: readonly BatchRecipient[];
}) {
  const [wanted, setWanted] = useState(0);
  const at = Math.min(wanted, Math.max(recipients.length - 1, 0));
  const recipient = recipients[at];
  const filled = fillVariables(content, (name) => recipient?.variables?.[name] ?? `{{${name}}}`);
  const step = (label: string, to: number) => (
    <button
      type="button"
      className="copy-button"
      aria-disabled={to < 0 || to >= recipients.length}
      onClick={() => to >= 0 && to < recipients.length && setWanted(to)}
    >
      {label}
    </button>
  );
  return (
    <Card title={t('preview')}>
      <div className="wa-lines">
        <div className="batch-stage">
          <span className="truncate numbers">{recipient ? recipient.to : t('nobody')}</span>
          {recipients.length > 1 && (
            <span className="message-buttons">
              {step(t('previous'), at - 1)}
              {step(t('next'), at + 1)}
            </span>
          )}
        </div>
        <BatchPreview content={filled} />
        {recipients.length > 0 && (
          <div className="dimmed wa-small numbers" role="status">
            {t('ofTotal', { done: at + 1, total: recipients.length })}
          </div>
        )}
      </div>
    </Card>
  );
}
