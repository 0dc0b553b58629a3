import { Menu } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

import { sample, SAMPLE_LANGUAGES, type SampleLanguage } from '../../../shared/samples';
import { copyText } from '../clipboard';
import { MenuFrame } from '../menu/menu-frame';
import { t } from '../texts';
import { toast } from '../toast/toast';
import { callOf, type CodeCall, type OperationSummary } from './operations';

interface CopyMenuProps {
  calls: readonly (CodeCall & { known: OperationSummary })[];
  className: string;
  title?: string | undefined;
  children: ReactNode;
}

export function CopyMenu({ calls, className, title, children }: CopyMenuProps) {
  const copy = ({ known, input }: CopyMenuProps['calls'][number], language: SampleLanguage) => {
    const values = typeof input === 'function' ? input() : input;
    const text = sample(language, location.origin, callOf(known, values));
    void copyText(text).then((done) =>
      toast(done ? t('copiedAs', { language: SAMPLE_LANGUAGES[language] }) : t('couldNotCopy')),
    );
  };
  return (
    <MenuFrame className={className} target={children} copiesCode {...(title === undefined ? {} : { title })}>
      {calls.map((call) => (
        <Fragment key={call.operation}>
          {calls.length > 1 && <Menu.Label>{call.label ?? call.operation}</Menu.Label>}
          {(Object.keys(SAMPLE_LANGUAGES) as SampleLanguage[]).map((language) => (
            <Menu.Item key={language} onClick={() => copy(call, language)}>
              {SAMPLE_LANGUAGES[language]}
            </Menu.Item>
          ))}
        </Fragment>
      ))}
    </MenuFrame>
  );
}
