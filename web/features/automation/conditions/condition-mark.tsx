import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';

import type { Outputs } from '../../../trpc';
import { t } from './texts';

import './conditions.css';

export type TestedCondition = Outputs['automation']['rules']['test']['conditions'][number];

/** Whether a condition is true for the sample. */
export function ConditionMark({ of }: { of: TestedCondition }) {
  const isTrue = of.is_true;
  const Mark = isTrue === null ? IconAlertTriangle : isTrue ? IconCheck : IconX;
  return (
    <span className="condition-mark" data-state={isTrue === null ? 'failed' : String(isTrue)}>
      <Mark size={15} aria-hidden />
      <span className="visually-hidden">{t(isTrue === null ? 'notEvaluated' : isTrue ? 'true' : 'false')}</span>
    </span>
  );
}
