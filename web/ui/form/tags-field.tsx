import { TagsInput, type TagsInputProps } from '@mantine/core';

import { usePlacedList } from './place-list';

export function TagsField(props: TagsInputProps) {
  return <TagsInput {...props} {...usePlacedList()} />;
}
