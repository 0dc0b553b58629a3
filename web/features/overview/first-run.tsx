import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import { lazyWhenIdle } from '../../ui/lazy-parts';
import { Card } from '../../ui/page';
import { useSecret } from '../../ui/secret/store';
import { useHasRole, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { NextStep } from './next-step';
import { Progress, STEPS, type Overview } from './progress';

import './overview.css';

// Most of its code is for workspaces without a key.
const loading = <Loading shape="form" rows={2} />;
const FirstKey = lazyWhenIdle(async () => (await import('./first-key')).FirstKey, loading);
const FirstMessage = lazyWhenIdle(async () => (await import('../whatsapp/tester/first-message')).FirstMessage, loading);
const FirstCall = lazyWhenIdle(async () => (await import('./first-key')).FirstCall, loading);

const dismissedKey = (ws: string) => `sb_first_run_${ws}`;

export function FirstRun({ of }: { of: Overview }) {
  const { id: ws } = useWorkspace();
  const secret = useSecret();
  const mayCreate = useHasRole('owner', 'admin', 'developer');
  const [isSending, setIsSending] = useState(false);
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(dismissedKey(ws)) !== null);
  const done = of.checklist.filter((step) => step.done).length;
  const hasCalled = of.checklist.some(({ step, done: isDone }) => step === 'first_request' && isDone);
  if (secret?.label === 'API key') return <FirstCall key={secret.ownerId} of={of} />;
  if (isDismissed || done === of.checklist.length) return null;

  const dismiss = (
    <button
      type="button"
      className="bare overview-close"
      aria-label="Hide the first steps"
      onClick={() => {
        localStorage.setItem(dismissedKey(ws), '1');
        setIsDismissed(true);
      }}
    >
      <IconX size={15} aria-hidden />
    </button>
  );
  if (hasCalled || !mayCreate) {
    const next = of.checklist.find((step) => !step.done);
    const line = (
      <section className="card overview-line" aria-label="First steps">
        <Progress of={of} />
        {dismiss}
        <div>
          {next && (
            <span>
              Next: {STEPS[next.step].toLowerCase()}.{' '}
              <NextStep step={next.step} isSending={isSending} onSend={() => setIsSending(true)} />
            </span>
          )}
          <span className="dimmed">
            Every operation is in the{' '}
            <Link to="/reference/$surface" params={{ surface: 'getting-started' }}>
              API reference
            </Link>
            .
          </span>
        </div>
      </section>
    );
    if (!isSending) return line;
    return (
      <>
        {line}
        <Card
          title="Send a message"
          actions={
            <button type="button" className="copy-button" onClick={() => setIsSending(false)}>
              Close
            </button>
          }
        >
          <FirstMessage />
        </Card>
      </>
    );
  }
  return <FirstKey of={of} dismiss={dismiss} />;
}
