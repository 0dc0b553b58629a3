import { t } from './texts';
interface StepperProps {
  steps: readonly string[];
  /** Index of the current step. */
  current: number;
}

export function Stepper({ steps, current }: StepperProps) {
  return (
    <ol className="wa-stepper" aria-label={t('steps')}>
      {steps.map((label, index) => (
        <li key={label} aria-current={index === current ? 'step' : undefined} data-done={index < current || undefined}>
          <span className="wa-step-number" aria-hidden>
            {index + 1}
          </span>
          {label}
          {index < current && <span className="visually-hidden">{t('done')}</span>}
        </li>
      ))}
    </ol>
  );
}
