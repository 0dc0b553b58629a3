import { useEffect, useRef } from 'react';

interface StepHeadProps {
  /** Index of the step: the heading takes the focus when it changes. */
  step: number;
  children: string;
}

export function StepHead({ step, children }: StepHeadProps) {
  const head = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    head.current?.focus();
  }, [step]);
  return (
    <h2 ref={head} tabIndex={-1} className="wa-step-head">
      {children}
    </h2>
  );
}
