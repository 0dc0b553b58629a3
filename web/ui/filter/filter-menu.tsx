import { Button, Popover } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconChevronRight } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { clearing, type Filter, type FilterChange, type FilterValues } from './filter';
import { t } from './texts';
import { TimeRange } from './time-range';

interface FilterMenuProps {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (change: FilterChange) => void;
  className: string;
  onClose: () => void;
  children: ReactNode;
}

/** First the filters, then the values of the one that was chosen; with one filter, its values. */
export function FilterMenu({ className, onClose, children, ...panel }: FilterMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [home] = useState(() => document.getElementById('main'));

  const close = () => {
    const { className: name } = button.current ?? {};
    onClose();
    // The button is another element once the menu is gone, and none once its filter is set.
    requestAnimationFrame(() => {
      const next = [...document.querySelectorAll<HTMLElement>('.filters button')].find((one) => one.className === name);
      (next ?? document.querySelector<HTMLElement>('.filters button'))?.focus();
    });
  };

  return (
    <Popover
      opened
      position="bottom-start"
      onDismiss={close}
      transitionProps={{ duration: 0 }}
      {...(home ? { withinPortal: true, portalProps: { target: home } } : {})}
    >
      <Popover.Target>
        <button ref={button} type="button" className={className} aria-haspopup="dialog" onClick={close}>
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown className="filter-panel">
        <Steps {...panel} onDone={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

interface StepsProps {
  filters: readonly Filter[];
  values: FilterValues;
  onChange: (change: FilterChange) => void;
  onDone: () => void;
}

function Steps({ filters, values, onChange, onDone }: StepsProps) {
  const [step, setStep] = useState<Filter | undefined>(filters.length === 1 ? filters[0] : undefined);
  const set = (change: FilterChange) => {
    onChange(change);
    onDone();
  };

  return (
    <div key={step?.name ?? ''} ref={focusFirst} onKeyDown={walk}>
      {step === undefined ? (
        filters.map((filter) => (
          <button key={filter.name} type="button" className="bare filter-item" onClick={() => setStep(filter)}>
            {filter.label}
            <IconChevronRight size={14} aria-hidden />
          </button>
        ))
      ) : (
        <>
          <div className="filter-panel-head">
            {filters.length > 1 && (
              <button
                type="button"
                className="bare filter-back"
                aria-label={t('back')}
                onClick={() => setStep(undefined)}
              >
                <IconArrowLeft size={14} aria-hidden />
              </button>
            )}
            {step.label}
          </div>
          <Values filter={step} values={values} onSet={set} />
        </>
      )}
    </div>
  );
}

/** Each step begins with its first item. */
function focusFirst(panel: HTMLDivElement | null) {
  const first = panel?.querySelector<HTMLElement>('[data-first]');
  (first ?? panel?.querySelector<HTMLElement>('input, .filter-item'))?.focus({ preventScroll: true });
}

interface ValuesProps {
  filter: Filter;
  values: FilterValues;
  onSet: (change: FilterChange) => void;
}

function Values({ filter, values, onSet }: ValuesProps) {
  const current = values[filter.name];
  if ('placeholder' in filter) {
    return <TextValue filter={filter} value={typeof current === 'string' ? current : ''} onSet={onSet} />;
  }
  if ('ranges' in filter) return <TimeRange ranges={filter.ranges} values={values} onSet={onSet} />;
  return filter.options.map(({ value, label }, index) => (
    <button
      key={value}
      type="button"
      className="bare filter-item"
      aria-pressed={value === current}
      data-first={index === 0 || undefined}
      onClick={() => onSet(value === current ? clearing(filter) : { [filter.name]: value })}
    >
      {label}
      {value === current && <IconCheck size={14} aria-hidden />}
    </button>
  ));
}

interface TextValueProps {
  filter: { name: string; label: string; placeholder: string };
  value: string;
  onSet: (change: FilterChange) => void;
}

function TextValue({ filter: { name, label, placeholder }, value, onSet }: TextValueProps) {
  const [text, setText] = useState(value);
  return (
    <form
      className="filter-text"
      onSubmit={(event) => {
        event.preventDefault();
        onSet({ [name]: text.trim() === '' ? undefined : text.trim() });
      }}
    >
      <input
        aria-label={label}
        placeholder={placeholder}
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="compact-sm">
        {t('apply')}
      </Button>
    </form>
  );
}

/** Arrows move from one item to the next. */
function walk(event: KeyboardEvent<HTMLDivElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step === undefined || event.target instanceof HTMLInputElement) return;
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button, input')];
  const at = items.findIndex((item) => item === document.activeElement);
  event.preventDefault();
  items[(at + step + items.length) % items.length]?.focus();
}
