import { MultiSelect, type MultiSelectProps } from '@mantine/core';

import { usePlacedList } from './place-list';

export function MultiSelectField(props: MultiSelectProps) {
  return <MultiSelect {...props} {...usePlacedList()} />;
}
