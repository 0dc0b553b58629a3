import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';

import { downloadText } from '../../../ui/clipboard';
import { CodeBlock } from '../../../ui/code/code-block';
import { formatNumber } from '../../../ui/format';

const MAX_LINES = 200;
/** A single line may be long too. */
const MAX_LETTERS = 20_000;

interface TextBlockProps {
  text: string;
  name: string;
  label: string;
}

export function TextBlock({ text, name, label }: TextBlockProps) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = text.split('\n');
  const start = lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_LETTERS);
  const isLong = start.length < text.length;
  return (
    <div className="deliveries-text">
      <CodeBlock code={isWhole ? text : start} copied={text} label={label} />
      {isLong && (
        <div className="page-actions">
          <button type="button" className="copy-button" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
            {isWhole ? 'Show less' : `Show all ${formatNumber(text.length)} characters`}
          </button>
          <button type="button" className="copy-button" onClick={() => downloadText(name, text)}>
            <IconDownload size={14} aria-hidden />
            Download
          </button>
        </div>
      )}
    </div>
  );
}
