import { Menu } from '@mantine/core';
import { useRef, type ReactNode } from 'react';

import { sample, SAMPLE_LANGUAGES, type SampleLanguage } from '../../../shared/samples';
import { copyText } from '../clipboard';
import { toast } from '../toast/toast';
import { callOf, type OperationSummary } from './operations';
import { t } from '../texts';

interface CopyMenuProps {
  operation: OperationSummary;
  input: Record<string, unknown> | (() => Record<string, unknown>);
  children: ReactNode;
}

export function CopyMenu({ operation, input, children }: CopyMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const copy = (language: SampleLanguage) => {
    const values = typeof input === 'function' ? input() : input;
    const text = sample(language, location.origin, callOf(operation, values));
    void copyText(text).then((done) => toast(done ? t('copiedAs', { language: SAMPLE_LANGUAGES[language] }) : t('couldNotCopy')));
  };
  return (
    <Menu defaultOpened position="bottom-end" onClose={() => button.current?.focus()}>
      <Menu.Target>
        <button ref={button} type="button" className="copy-button" data-copies-code>
          {children}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[]).map((language) => (
          <Menu.Item key={language} onClick={() => copy(language)}>
            {SAMPLE_LANGUAGES[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
