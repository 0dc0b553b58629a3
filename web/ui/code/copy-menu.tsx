import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

import { sample, SAMPLE_LANGUAGES, type SampleLanguage } from '../../../shared/samples';
import { copyText } from '../clipboard';
import { MenuFrame } from '../menu/menu-frame';
import { t } from '../texts';
import { toast } from '../toast/toast';
import { valuesOf } from './header-calls';
import { callOf, type CodeCall, type OperationSummary } from './operations';

interface CopyMenuProps {
  calls: readonly (CodeCall & { known: OperationSummary })[];
  className: string;
  title?: string | undefined;
  children: ReactNode;
}

export function CopyMenu({ calls, className, title, children }: CopyMenuProps) {
  const copy = ({ known, input }: CopyMenuProps['calls'][number], language: SampleLanguage) => {
    const text = sample(language, location.origin, callOf(known, valuesOf(input)));
    void copyText(text).then((done) =>
      toast(done ? t('copiedAs', { language: SAMPLE_LANGUAGES[language] }) : t('couldNotCopy')),
    );
  };
  return (
    <MenuFrame className={className} target={children} copiesCode {...(title === undefined ? {} : { title })}>
      {calls.map((call, index) => {
        const items = (Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[]).map((language) => (
          <Menu.Item key={language} onClick={() => copy(call, language)}>
            {SAMPLE_LANGUAGES[language]}
          </Menu.Item>
        ));
        if (calls.length === 1) return items;
        const label = labelOf(call, calls);
        return (
          // Two cards may offer the same call.
          // oxlint-disable-next-line react/no-array-index-key
          <div key={`${call.operation} ${index}`} role="group" aria-label={label} className="code-menu-call">
            <Menu.Label>{label}</Menu.Label>
            {items}
          </div>
        );
      })}
    </MenuFrame>
  );
}

function labelOf(call: CopyMenuProps['calls'][number], all: CopyMenuProps['calls']): string {
  const name = call.label ?? call.known.summary;
  const isRepeated = all.some((other) => other !== call && other.operation === call.operation);
  return isRepeated && call.card !== undefined ? `${name} · ${call.card}` : name;
}
