import { Button } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';

import type { SampleCall } from '../../../shared/samples';
import { CodeBlock } from '../../ui/code/code-block';
import { formatDuration } from '../../ui/format';
import { useWorkspace } from '../../ui/shell/workspace';
import { Note, Tag } from '../../ui/tag';
import { t } from './texts';

import './run-here.css';

interface Answer {
  status: number;
  ms: number;
  requestId: string;
  body: string;
}

interface RunHereProps {
  call: SampleCall;
  secret: string;
}

export function RunHere({ call, secret }: RunHereProps) {
  const { id: ws } = useWorkspace();
  const [answer, setAnswer] = useState<Answer>();
  const [isRunning, setIsRunning] = useState(false);
  const [isLost, setIsLost] = useState(false);

  const run = async () => {
    setIsRunning(true);
    setIsLost(false);
    const start = performance.now();
    try {
      const response = await fetch(`/api/v1${call.path}`, {
        method: call.method,
        headers: { authorization: `Bearer ${secret}` },
        credentials: 'omit',
        cache: 'no-store',
      });
      const text = await response.text();
      const ms = performance.now() - start;
      setAnswer({
        status: response.status,
        ms,
        requestId: response.headers.get('x-request-id') ?? '',
        body: pretty(text),
      });
    } catch {
      setIsLost(true);
    } finally {
      setIsRunning(false);
    }
  };

  return (
    <>
      <div className="page-actions">
        <Button
          variant="default"
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          loading={isRunning}
          onClick={() => void run()}
        >
          {t('runHere')}
        </Button>
      </div>
      {isLost && (
        <Note tone="error" alert>
          {t('noAnswer')}
        </Note>
      )}
      {answer && (
        <div className="keys-answer" role="status">
          <div>
            <Tag tone={answer.status < 400 ? 'success' : 'error'}>{answer.status}</Tag>{' '}
            <span className="numbers">{t('roundTrip', { duration: formatDuration(answer.ms) })} ·</span>{' '}
            {answer.requestId && (
              // In a new tab: this one still shows the key.
              <Link to="/w/$ws/activity/$id" params={{ ws, id: answer.requestId }} target="_blank">
                {t('viewInLogs')}
              </Link>
            )}
          </div>
          <CodeBlock code={answer.body} language="json" label={t('answer')} />
        </div>
      )}
    </>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
