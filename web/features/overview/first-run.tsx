import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLayoutEffect, useState } from 'react';

import { lazyWhenIdle } from '../../ui/lazy-parts';
import { Card } from '../../ui/page';
import { useSecret } from '../../ui/secret/store';
import { useHasRole, useWorkspace } from '../../ui/shell/workspace';
import { Loading } from '../../ui/states/loading';
import { NextStep } from './next-step';
import { lowerFirst, Progress, stepName, type Checklist, type Overview } from './progress';
import { t } from './texts';
import { useChecklist } from './use-checklist';

import './overview.css';

// Most of its code is for workspaces without a key.
const loading = <Loading shape="form" rows={2} />;
const FirstKey = lazyWhenIdle(async () => (await import('./first-key')).FirstKey, loading);
const FirstMessage = lazyWhenIdle(async () => (await import('../whatsapp/tester/first-message')).FirstMessage, loading);
const FirstCall = lazyWhenIdle(async () => (await import('./first-key')).FirstCall, loading);

const dismissedKey = (ws: string) => `sb_first_run_${ws}`;

interface FirstRunProps {
  of: Overview;
  /** Before the first picture with it. */
  onKnown: (isKnown: boolean) => void;
}

export function FirstRun({ of, onKnown }: FirstRunProps) {
  const checklist = useChecklist(of);
  const isKnown = checklist !== undefined;
  useLayoutEffect(() => onKnown(isKnown), [isKnown, onKnown]);
  return checklist ? <Steps of={of} checklist={checklist} /> : loading;
}

function Steps({ of, checklist }: { of: Overview; checklist: Checklist }) {
  const { id: ws } = useWorkspace();
  const secret = useSecret();
  const mayCreate = useHasRole('owner', 'admin', 'developer');
  const [isSending, setIsSending] = useState(false);
  const [isDismissed, setIsDismissed] = useState(() => localStorage.getItem(dismissedKey(ws)) !== null);
  const done = checklist.filter((step) => step.done).length;
  const hasCalled = checklist.some(({ step, done: isDone }) => step === 'first_request' && isDone);
  if (secret?.ownerId.startsWith('key_')) return <FirstCall key={secret.ownerId} of={checklist} />;
  if (isDismissed || done === checklist.length) return null;

  const dismiss = (
    <button
      type="button"
      className="bare overview-close"
      aria-label={t('hideFirstSteps')}
      onClick={() => {
        localStorage.setItem(dismissedKey(ws), '1');
        setIsDismissed(true);
      }}
    >
      <IconX size={15} aria-hidden />
    </button>
  );
  if (hasCalled || !mayCreate) {
    const next = checklist.find((step) => !step.done);
    const line = (
      <section className="card overview-line" aria-label={t('firstSteps')}>
        <Progress of={checklist} />
        {dismiss}
        <div className="overview-notes">
          {next && (
            <span>
              {t('next', { step: lowerFirst(stepName(next.step)) })}{' '}
              <NextStep step={next.step} isSending={isSending} onSend={() => setIsSending(true)} />
            </span>
          )}
          <span className="dimmed">
            {t.rich('reference', {
              link: (text) => (
                <Link to="/reference/$surface" params={{ surface: 'getting-started' }}>
                  {text}
                </Link>
              ),
            })}
          </span>
        </div>
      </section>
    );
    if (!isSending) return line;
    return (
      <>
        {line}
        <Card
          title={t('sendMessage')}
          actions={
            <button type="button" className="copy-button" onClick={() => setIsSending(false)}>
              {t('close')}
            </button>
          }
        >
          <FirstMessage />
        </Card>
      </>
    );
  }
  return <FirstKey of={of} checklist={checklist} dismiss={dismiss} />;
}
