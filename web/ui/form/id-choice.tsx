import type { ReactNode } from 'react';

import './id-choice.css';

interface IdChoiceProps {
  label: string;
  description: string;
  options: readonly { value: string; label: ReactNode }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  error?: ReactNode;
  children?: ReactNode;
}

/** An id that is no option stays in the list and can be removed. */
export function IdChoice({ label, description, options, value: chosen, onChange, error, children }: IdChoiceProps) {
  const strange = chosen.filter((id) => !options.some((option) => option.value === id));
  const toggle = (id: string) => onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <fieldset className="id-choice">
      <legend>{label}</legend>
      <div className="dimmed">{description}</div>
      {children}
      <div className="id-choice-options">
        {[...options, ...strange.map((id) => ({ value: id, label: <span className="mono">{id}</span> }))].map(
          (option) => (
            <label key={option.value}>
              <input
                type="checkbox"
                checked={chosen.includes(option.value)}
                aria-invalid={error && chosen.includes(option.value) ? true : undefined}
                onChange={() => toggle(option.value)}
              />
              {option.label}
            </label>
          ),
        )}
      </div>
      {error && <div className="id-choice-error">{error}</div>}
    </fieldset>
  );
}
