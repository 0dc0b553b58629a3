import { useEffect, useState } from 'react';

import { CopyButton } from './copy';

import './code.css';

export type CodeLanguage = 'bash' | 'json' | 'python' | 'typescript' | 'text';

interface CodeBlockProps {
  code: string;
  language?: CodeLanguage;
  /** What is copied when it differs from what is shown: the key in place of dots. */
  copied?: string;
  label?: string;
  hasCopy?: boolean;
}

const LONG = 24;

/** Readable before the highlighter has loaded. */
export function CodeBlock({ code, language = 'text', copied = code, label, hasCopy = true }: CodeBlockProps) {
  const html = useHighlighted(code, language);
  const isLong = code.split('\n').length > LONG;
  return (
    <div className="code-frame">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <pre className="code" data-max={isLong || undefined} aria-label={label} tabIndex={isLong ? 0 : undefined}>
        {html === undefined ? <code>{code}</code> : <code dangerouslySetInnerHTML={{ __html: html }} />}
      </pre>
      {hasCopy && (
        <div className="copy-corner">
          <CopyButton text={copied} />
        </div>
      )}
    </div>
  );
}

function useHighlighted(code: string, language: CodeLanguage): string | undefined {
  const [done, setDone] = useState<{ code: string; html: string }>();
  useEffect(() => {
    if (language === 'text') return;
    let isOver = false;
    import('./highlight')
      .then(({ highlight }) => isOver || setDone({ code, html: highlight(code, language) }))
      // Without it the code has one colour.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [code, language]);
  return done?.code === code ? done.html : undefined;
}
