import { ConditionsField, type ConditionsFieldProps } from '../../conditions/conditions-field';
import { useFields, useRuleSample } from './sample-context';
import { t } from './texts';

type RuleConditionsProps = Omit<ConditionsFieldProps, 'label' | 'placeholder' | 'sample'> & {
  /** How many steps come before. */
  step?: number;
};

/** Conditions of a rule or a step, with the fields of the sample event. */
export function RuleConditions({ step = 0, ...props }: RuleConditionsProps) {
  const { tested, faults } = useRuleSample();
  const fields = useFields(step);
  return (
    <ConditionsField
      label={t('onlyIf')}
      placeholder={t('fieldPlaceholder')}
      sample={{ fields, tested: tested?.conditions ?? [], faults }}
      {...props}
    />
  );
}
