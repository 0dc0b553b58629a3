import { NativeSelect } from '@mantine/core';

import { useEventTypes } from '../../webhooks/form/use-event-types';
import { t } from './texts';

export const USUAL_EVENTS = 'automation.publication.*';

interface EventSelectProps {
  value: string;
  onChange: (pattern: string) => void;
}

export function EventSelect({ value, onChange }: EventSelectProps) {
  const types = (useEventTypes() ?? []).map(({ type }) => type);
  const groups = [...new Set([USUAL_EVENTS, ...types.map((type) => type.replace(/\.[^.]+$/, '.*'))])];
  return (
    <NativeSelect
      label={t('events')}
      data={[
        { group: t('eventGroups'), items: groups.toSorted((a, b) => a.localeCompare(b)) },
        { group: t('eventTypes'), items: types },
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
