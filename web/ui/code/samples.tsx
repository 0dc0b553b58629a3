import { useId, useState } from 'react';

import { sample, SAMPLE_LANGUAGES, type SampleCall, type SampleLanguage } from '../../../shared/samples';
import { CodeBlock, type CodeLanguage } from './code-block';

import './code.css';

const HIGHLIGHTED: Record<SampleLanguage, CodeLanguage> = { curl: 'bash', typescript: 'typescript', python: 'python' };
const LANGUAGES = Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[];

interface SamplesProps {
  call: SampleCall;
  /** Written into the samples in place of `$SWITCHBOARD_API_KEY`; `shown` stands on the screen. */
  secret?: { value: string; shown: string };
  language?: SampleLanguage;
  onLanguage?: (language: SampleLanguage) => void;
  hasCopy?: boolean;
}

/** One call as cURL, TypeScript and Python. */
export function Samples({ call, secret, language, onLanguage, hasCopy = true }: SamplesProps) {
  const [chosen, setChosen] = useState<SampleLanguage>(language ?? 'curl');
  const current = language ?? chosen;
  const id = useId();
  const choose = (next: SampleLanguage) => {
    setChosen(next);
    onLanguage?.(next);
  };
  const printed = (key?: string) => sample(current, location.origin, call, key).trimEnd();

  return (
    <div>
      <div className="code-tabs" role="tablist" aria-label="Language">
        {LANGUAGES.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => choose(name)}
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              const next = step && LANGUAGES[(index + step + LANGUAGES.length) % LANGUAGES.length];
              if (!next) return;
              choose(next);
              document.getElementById(`${id}-${next}`)?.focus();
            }}
          >
            {SAMPLE_LANGUAGES[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        <CodeBlock
          code={printed(secret?.shown)}
          copied={printed(secret?.value)}
          language={HIGHLIGHTED[current]}
          hasCopy={hasCopy}
        />
      </div>
    </div>
  );
}
