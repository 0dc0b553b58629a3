import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatDuration } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { errorText } from '../../../ui/problem';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note, Tag } from '../../../ui/tag';
import { formatDollars } from '../money';
import { t } from './texts';
import type { Turn } from './use-chat';

interface ConversationProps {
  turns: readonly Turn[];
  isRunning: boolean;
  onClear: () => void;
  above: ReactNode;
  children: ReactNode;
}

export function Conversation({ turns, isRunning, onClear, above, children }: ConversationProps) {
  return (
    <Card
      title={t('conversation')}
      actions={
        turns.length > 0 && (
          <button type="button" className="copy-button" disabled={isRunning} onClick={onClear}>
            {t('clear')}
          </button>
        )
      }
    >
      {above}
      {turns.length === 0 ? (
        <p className="dimmed playground-none">{t('start')}</p>
      ) : (
        <ol className="playground-turns" aria-label={t('messages')} aria-busy={isRunning}>
          {turns.map((turn, at) => (
            <li key={turn.no} data-role={turn.role}>
              <strong>{turn.role === 'user' ? t('you') : (turn.start?.model ?? t('model'))}</strong>
              <Answer of={turn} isRunning={isRunning && at === turns.length - 1} />
            </li>
          ))}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {isRunning ? t('answering') : turns.length > 0 ? endOf(turns.at(-1)) : ''}
      </p>
      {children}
    </Card>
  );
}

function endOf(turn: Turn | undefined): string {
  if (!turn || turn.error !== undefined) return '';
  return t(turn.isStopped ? 'wasStopped' : 'isComplete');
}

function Answer({ of, isRunning }: { of: Turn; isRunning: boolean }) {
  return (
    <>
      <div className="playground-text">
        {of.content}
        {isRunning && <span className="playground-cursor" aria-hidden />}
      </div>
      {of.error !== undefined && (
        <Note tone="error" alert>
          {of.error instanceof Error && of.error.name === 'Error' ? of.error.message : errorText(of.error)}
        </Note>
      )}
      {of.role === 'assistant' && !isRunning && <Figures of={of} />}
    </>
  );
}

function Figures({ of: { usage, took, first, isStopped, start } }: { of: Turn }) {
  const { id: ws } = useWorkspace();
  const mayRead = useCan()('usage:read');
  return (
    <div className="playground-figures numbers dimmed">
      {isStopped && <Tag tone="warning">{t('stopped')}</Tag>}
      {usage && (
        <>
          <span>{t('inputTokens', { count: usage.prompt_tokens })}</span>
          <span>{t('outputTokens', { count: usage.completion_tokens })}</span>
          {usage.cost_status === 'price_unknown' ? (
            <Tag tone="warning">{t('priceUnknown')}</Tag>
          ) : (
            <span>
              {usage.cost_status === 'estimated'
                ? t('estimated', { cost: formatDollars(usage.cost) })
                : formatDollars(usage.cost)}
            </span>
          )}
        </>
      )}
      {first !== undefined && <span>{t('firstToken', { duration: formatDuration(first) })}</span>}
      {took !== undefined && <span>{t('total', { duration: formatDuration(took) })}</span>}
      {mayRead && start?.requestId && (
        <Link to="/w/$ws/models/calls/$call" params={{ ws, call: start.requestId }}>
          {t('viewCall')}
        </Link>
      )}
    </div>
  );
}
