import { useId, type ReactNode } from 'react';

import { t } from '../texts';

import './code.css';

interface CodeTabsProps<T extends string> {
  languages: Readonly<Record<T, string>>;
  current: T;
  onChoose: (language: T) => void;
  children: ReactNode;
}

export function CodeTabs<T extends string>({ languages, current, onChoose, children }: CodeTabsProps<T>) {
  const id = useId();
  const names = Object.keys(languages) as T[];
  return (
    <div>
      <div className="code-tabs" role="tablist" aria-label={t('language')}>
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === current}
            aria-controls={`${id}-panel`}
            tabIndex={name === current ? 0 : -1}
            onClick={() => onChoose(name)}
            onKeyDown={(event) => {
              const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
              const next = step && names[(index + step + names.length) % names.length];
              if (!next) return;
              onChoose(next);
              document.getElementById(`${id}-${next}`)?.focus();
            }}
          >
            {languages[name]}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {children}
      </div>
    </div>
  );
}
