import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';

import { downloadText } from '../../../../ui/clipboard';
import { CodeBlock } from '../../../../ui/code/code-block';
import { CopyButton } from '../../../../ui/code/copy';
import { prettyJson } from '../../../../ui/code/pretty-json';
import { t } from './texts';

const MAX_LINES = 200;
/** A single line may be long too. */
const MAX_LETTERS = 20_000;

interface TextBlockProps {
  text: string;
  name: string;
  label: string;
}

/** A body: JSON is printed with lines and colours, and copied as it was sent. */
export function TextBlock({ text, name, label }: TextBlockProps) {
  const [isWhole, setIsWhole] = useState(false);
  const pretty = useMemo(() => prettyJson(text), [text]);
  const shown = pretty ?? text;
  const start = shown.split('\n').slice(0, MAX_LINES).join('\n').slice(0, MAX_LETTERS);
  const isLong = start.length < shown.length;
  return (
    <section className="deliveries-text" aria-label={label}>
      <div className="deliveries-text-head">
        <h3>{label}</h3>
        <span className="page-actions">
          <CopyButton text={text} />
          {isLong && (
            <button type="button" className="copy-button" onClick={() => downloadText(name, text)}>
              <IconDownload size={14} aria-hidden />
              {t('download')}
            </button>
          )}
        </span>
      </div>
      <CodeBlock
        code={isWhole ? shown : start}
        language={pretty === undefined ? 'text' : 'json'}
        label={label}
        hasCopy={false}
      />
      {isLong && (
        <div>
          <button type="button" className="copy-button" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? t('showLess') : t('showAll', { count: shown.length })}
          </button>
        </div>
      )}
    </section>
  );
}
