import type { InputWrapperProps } from '@mantine/core';

import { formatNumber } from '../../../../ui/format';
import { lengthOf } from './draft';
import { t } from './texts';

/** Properties of a field that tells how long its text is, and may be. */
export function counted(
  text: string,
  max: number,
  help?: string,
): Pick<InputWrapperProps, 'description' | 'inputWrapperOrder'> {
  const count = t('characters', { count: formatNumber(lengthOf(text)), max: formatNumber(max) });
  return {
    description: help === undefined ? count : `${help} ${count}`,
    inputWrapperOrder: ['label', 'input', 'description', 'error'],
  };
}
