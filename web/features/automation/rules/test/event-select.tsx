import { NativeSelect } from '@mantine/core';

import { t } from '../texts';
import type { TestEvent } from './use-test-events';

interface EventSelectProps {
  events: readonly TestEvent[] | undefined;
  value: TestEvent | undefined;
  onChange: (value: string) => void;
}

/** The event to test with, and whether it is an example. */
export function EventSelect({ events, value, onChange }: EventSelectProps) {
  const hasLogged = events?.some(({ logged }) => logged) ?? false;
  return (
    <NativeSelect
      aria-label={t('event')}
      description={value && !value.logged && t(hasLogged ? 'exampleHelp' : 'noEventsYet')}
      data={(events ?? []).map(({ value: id, label }) => ({ value: id, label }))}
      value={value?.value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
