import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import { formatDuration, formatNumber } from '../../../ui/format';
import { Card } from '../../../ui/page';
import { errorText } from '../../../ui/problem';
import { useCan, useWorkspace } from '../../../ui/shell/workspace';
import { Note, Tag } from '../../../ui/tag';
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
      title="Conversation"
      actions={
        turns.length > 0 && (
          <button type="button" className="copy-button" disabled={isRunning} onClick={onClear}>
            Clear conversation
          </button>
        )
      }
    >
      {above}
      {turns.length === 0 ? (
        <p className="dimmed playground-none">Write a message. The answer appears here while the model generates it.</p>
      ) : (
        <ol className="playground-turns" aria-label="Messages" aria-busy={isRunning}>
          {turns.map((turn, at) => (
            <li key={turn.no} data-role={turn.role}>
              <strong>{turn.role === 'user' ? 'You' : (turn.start?.model ?? 'Model')}</strong>
              <Answer of={turn} isRunning={isRunning && at === turns.length - 1} />
            </li>
          ))}
        </ol>
      )}
      <p className="visually-hidden" role="status">
        {isRunning ? 'The model is answering.' : turns.length > 0 ? endOf(turns.at(-1)) : ''}
      </p>
      {children}
    </Card>
  );
}

function endOf(turn: Turn | undefined): string {
  if (!turn || turn.error !== undefined) return '';
  return turn.isStopped ? 'The answer was stopped.' : 'The answer is complete.';
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
      {isStopped && <Tag tone="warning">Stopped</Tag>}
      {usage && (
        <>
          <span>{formatNumber(usage.prompt_tokens)} input tokens</span>
          <span>{formatNumber(usage.completion_tokens)} output tokens</span>
          {usage.cost_status === 'price_unknown' ? (
            <Tag tone="warning">Price unknown</Tag>
          ) : (
            <span>
              ${usage.cost}
              {usage.cost_status === 'estimated' && ' (estimate)'}
            </span>
          )}
        </>
      )}
      {first !== undefined && <span>First token after {formatDuration(first)}</span>}
      {took !== undefined && <span>{formatDuration(took)} in all</span>}
      {mayRead && start?.requestId && (
        <Link to="/w/$ws/models/calls/$call" params={{ ws, call: start.requestId }}>
          View call
        </Link>
      )}
    </div>
  );
}
