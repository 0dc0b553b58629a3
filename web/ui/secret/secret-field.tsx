import { Button } from '@mantine/core';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';

import { downloadText } from '../clipboard';
import { useCopied } from '../code/copy';
import { t } from './texts';

import './secret.css';

const DOTS = 12;

/** The beginning and dots: enough to recognise, nothing to use. */
export const masked = (value: string): string => value.slice(0, 10) + '•'.repeat(DOTS);

interface SecretFieldProps {
  label: string;
  value: string;
  /** A link that somebody is about to send is shown as it is. */
  isMasked?: boolean;
  env?: Record<string, string>;
  actions?: ReactNode;
}

/** Masked, and hidden from screen readers, until "Show"; Copy works without it. */
export function SecretField({ label, value, isMasked = true, env, actions }: SecretFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const [isCopied, copy] = useCopied();
  const button = useRef<HTMLButtonElement>(null);
  // It may replace the form that had the focus.
  useEffect(() => button.current?.focus(), []);
  return (
    <div className="secret">
      <div className="secret-line">
        <output className="mono" aria-label={label} data-whole={!isMasked || undefined}>
          {isShown || !isMasked ? value : masked(value)}
        </output>
        {isMasked && (
          <button type="button" className="copy-button" aria-pressed={isShown} onClick={() => setIsShown(!isShown)}>
            {t(isShown ? 'hide' : 'show')}
          </button>
        )}
      </div>
      <div className="page-actions">
        <Button
          ref={button}
          leftSection={isCopied ? <IconCheck size={15} aria-hidden /> : <IconCopy size={15} aria-hidden />}
          onClick={() => copy(value)}
          data-autofocus
        >
          {isCopied
            ? t('copied')
            : t('copyThis', { label: label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()) })}
        </Button>
        {env && (
          <Button
            variant="default"
            leftSection={<IconDownload size={15} aria-hidden />}
            onClick={() => downloadText('.env', envText(env))}
          >
            {t('downloadEnv')}
          </Button>
        )}
        {actions}
      </div>
    </div>
  );
}

const envText = (env: Record<string, string>): string =>
  Object.entries(env)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
