import { useState } from 'react';

import { CodeBlock, type CodeLanguage as Highlighting } from '../../../ui/code/code-block';
import { CodeTabs } from '../../../ui/code/code-tabs';
import { Card } from '../../../ui/page';
import { CODE_LANGUAGES, codeOf, type CodeLanguage } from './code';
import type { ChatRequest } from './stream';
import { t } from './texts';

const HIGHLIGHTED: Record<CodeLanguage, Highlighting> = { curl: 'bash', typescript: 'typescript', python: 'python' };

export function CodeCard({ request }: { request: ChatRequest }) {
  const [language, setLanguage] = useState<CodeLanguage>('curl');
  return (
    <Card title={t('code')}>
      <CodeTabs languages={CODE_LANGUAGES} current={language} onChoose={setLanguage}>
        <CodeBlock code={codeOf(language, location.origin, request).trimEnd()} language={HIGHLIGHTED[language]} />
      </CodeTabs>
    </Card>
  );
}
