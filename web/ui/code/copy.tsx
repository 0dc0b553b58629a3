import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useEffect, useState } from 'react';

import { copyText } from '../clipboard';
import { shortId } from '../format';
import { t } from '../texts';

import './code.css';

const SHOWN_MS = 1600;

export function useCopied(): [isCopied: boolean, copy: (text: string) => void] {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return [isCopied, (text) => void copyText(text).then(setIsCopied)];
}

export function CopyButton({ text, label = t('copy') }: { text: string; label?: string }) {
  const [isCopied, copy] = useCopied();
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button type="button" className="copy-button" onClick={() => copy(text)}>
      <Icon size={13} aria-hidden />
      <span aria-live="polite">{isCopied ? t('copied') : label}</span>
    </button>
  );
}

export function CopyId({ id, whole = false }: { id: string; whole?: boolean }) {
  const [isCopied, copy] = useCopied();
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <button type="button" className="bare mono copy-id" title={t('copyThis', { what: id })} onClick={() => copy(id)}>
      <span className="visually-hidden">{t('copy')}</span>
      {whole ? id : shortId(id)}
      <Icon size={13} aria-hidden />
      <span className="visually-hidden" aria-live="polite">
        {isCopied && t('copied')}
      </span>
    </button>
  );
}
