import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { Note } from '../../../../ui/tag';
import { checkRequest, type CheckLine, type ReceivedRequest, type SignatureCheck } from './signature';
import { t } from './texts';

import '../inbox.css';

const SIGNS = {
  pass: { icon: IconCheck, word: 'passed' },
  fail: { icon: IconX, word: 'failed' },
  skipped: { icon: IconMinus, word: 'notChecked' },
} as const satisfies Record<SignatureCheck, unknown>;

export function SignatureChecks({ of }: { of: ReceivedRequest }) {
  const isPossible = globalThis.crypto?.subtle !== undefined;
  const lines = useChecked(of, isPossible);
  if (!isPossible) {
    return <Note tone="warning">{t('needsHttps', { origin: location.origin })}</Note>;
  }
  if (!lines) return null;
  const failed = lines.filter(({ result }) => result === 'fail').length;
  const isGreen = lines.every(({ result }) => result === 'pass');
  return (
    <div className="inbox-check">
      <div role="status" className="inbox-result" data-result={isGreen ? 'pass' : 'fail'}>
        {isGreen ? t('valid') : failed === 0 ? t('incomplete') : t('failedChecks', { count: failed })}
      </div>
      <ol className="inbox-lines" aria-label={t('checks')}>
        {lines.map((line) => (
          <Line key={line.name} of={line} />
        ))}
      </ol>
    </div>
  );
}

function Line({ of: { title, result, expected, actual, hint } }: { of: CheckLine }) {
  const { icon: Icon, word } = SIGNS[result];
  return (
    <li data-result={result}>
      <Icon size={16} stroke={2} aria-hidden />
      <div>
        <div>
          <span className="visually-hidden">{t(word)}: </span>
          <strong>{title}</strong>
        </div>
        <dl>
          <dt>{t('expected')}</dt>
          <dd>{expected}</dd>
          <dt>{t('actual')}</dt>
          <dd>{actual}</dd>
        </dl>
        {hint !== undefined && <div className="inbox-hint">{hint}</div>}
      </div>
    </li>
  );
}

/** Checks of the newest input only. The secret stays out of the query cache. */
function useChecked(of: ReceivedRequest, isPossible: boolean): CheckLine[] | undefined {
  const [done, setDone] = useState<CheckLine[]>();
  const { body, secret, at, sent } = of;
  const headers = JSON.stringify(of.headers);
  useEffect(() => {
    if (!isPossible) return;
    let isOver = false;
    void checkRequest({ headers: JSON.parse(headers) as Record<string, string>, body, secret, at, sent }).then(
      (lines) => {
        if (!isOver) setDone(lines);
      },
    );
    return () => {
      isOver = true;
    };
  }, [headers, body, secret, at, sent, isPossible]);
  return done;
}
