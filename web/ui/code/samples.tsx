import { useState } from 'react';

import { sample, SAMPLE_LANGUAGES, type SampleCall, type SampleLanguage } from '../../../shared/samples';
import { CodeBlock, type CodeLanguage } from './code-block';
import { CodeTabs } from './code-tabs';

const HIGHLIGHTED: Record<SampleLanguage, CodeLanguage> = { curl: 'bash', typescript: 'typescript', python: 'python' };

interface SamplesProps {
  call: SampleCall;
  /** Written into the samples in place of `$SWITCHBOARD_API_KEY`; `shown` stands on the screen. */
  secret?: { value: string; shown: string };
  language?: SampleLanguage;
  onLanguage?: (language: SampleLanguage) => void;
  hasCopy?: boolean;
}

export function Samples({ call, secret, language, onLanguage, hasCopy = true }: SamplesProps) {
  const [chosen, setChosen] = useState<SampleLanguage>(language ?? 'curl');
  const current = language ?? chosen;
  const choose = (next: SampleLanguage) => {
    setChosen(next);
    onLanguage?.(next);
  };
  const printed = (key?: string) => sample(current, location.origin, call, key).trimEnd();

  return (
    <CodeTabs languages={SAMPLE_LANGUAGES} current={current} onChoose={choose}>
      <CodeBlock
        code={printed(secret?.shown)}
        copied={printed(secret?.value)}
        language={HIGHLIGHTED[current]}
        hasCopy={hasCopy}
      />
    </CodeTabs>
  );
}
