import { formatClock } from '../../../ui/format';
import { nameOfParty, type Message } from '../messages/labels';
import { ContentView } from './content-view';
import { t } from './texts';
import { Ticks } from './ticks';

import './phone.css';

interface BubbleProps {
  of: Message;
  isLit: boolean;
  onChoose: (message: Message) => void;
}

export function Bubble({ of, isLit, onChoose }: BubbleProps) {
  const isOurs = of.direction === 'outbound';
  const at = of.sent_at ?? of.created_at;
  return (
    <div className="bubble-row" data-ours={isOurs}>
      <div className="bubble" data-lit={isLit || undefined} data-status={of.status}>
        {of.sender && !isOurs && <span className="bubble-sender">{nameOfParty(of.sender)}</span>}
        {of.forwarded && <em className="dimmed">{t('forwarded')}</em>}
        {of.reply_to && <span className="bubble-quote truncate">{of.reply_to.preview ?? t('quoted')}</span>}
        <ContentView of={of} />
        <span className="bubble-foot">
          {of.reactions.length > 0 && of.deleted_at === null && (
            <span className="bubble-reactions">
              <span className="visually-hidden">{t('reactions')} </span>
              {of.reactions.map(({ emoji }) => emoji).join(' ')}
            </span>
          )}
          {of.edited_at !== null && of.deleted_at === null && <span>{t('edited')}</span>}
          <button type="button" className="bare bubble-choose" aria-pressed={isLit} onClick={() => onChoose(of)}>
            <time dateTime={at}>{formatClock(at).slice(0, 5)}</time> <Ticks status={of.status} />
            <span className="visually-hidden"> {isOurs ? t('openSent') : t('openReceived')}</span>
          </button>
        </span>
      </div>
    </div>
  );
}
