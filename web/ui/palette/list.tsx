import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';

import { Dialog } from '../dialog/dialog';
import type { Entry } from './entry';
import { setPalette } from './open';
import { remember } from './recent';
import { t } from './texts';

import './palette.css';

const close = () => setPalette(false);

function show(item: Element | null): void {
  item?.scrollIntoView({ block: 'nearest' });
}

interface PaletteListProps {
  typed: string;
  onType: (text: string) => void;
  entries: readonly Entry[];
  isSearching?: boolean;
}

export function PaletteList({ typed, onType, entries, isSearching = false }: PaletteListProps) {
  const navigate = useNavigate();
  /** Undefined for the first one, whichever that is. */
  const [chosen, setChosen] = useState<string>();
  const list = useId();
  const current = Math.max(
    0,
    entries.findIndex(({ id }) => id === chosen),
  );

  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    close();
    remember(entry);
    if (!entry.target) return entry.run();
    const { to, params = {}, search = {}, hash } = entry.target;
    void navigate({
      to: to as '/',
      params: params as never,
      search: search as never,
      ...(hash === undefined ? {} : { hash }),
    });
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen(entries[(current + step + entries.length) % Math.max(entries.length, 1)]?.id);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      run(entries[current]);
    }
  };

  return (
    <Dialog label={t('label')} onClose={close} size={600} bare>
      <div className="palette-input">
        <IconSearch size={17} stroke={1.6} aria-hidden />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={entries[current] ? `${list}-${current}` : undefined}
          aria-label={t('placeholder')}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setChosen(undefined);
          }}
          onKeyDown={onKey}
        />
        <kbd className="key-cap">Esc</kbd>
      </div>
      <ul className="palette-list" id={list} role="listbox" aria-label={t('commands')}>
        {entries.map((entry, index) => (
          <li key={entry.id} role="presentation">
            {entries[index - 1]?.group !== entry.group && <div className="palette-group">{entry.group}</div>}
            <div
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === current}
              className="palette-item"
              ref={index === current ? show : null}
              onPointerMove={() => setChosen(entry.id)}
              onClick={() => run(entry)}
            >
              <entry.icon size={16} stroke={1.6} aria-hidden />
              <span className="truncate">{entry.label}</span>
              {entry.hint && <span className="hint mono truncate">{entry.hint}</span>}
            </div>
          </li>
        ))}
      </ul>
      <div className="palette-state" role="status">
        {isSearching ? t('searching') : entries.length === 0 ? t('nothing') : ''}
      </div>
    </Dialog>
  );
}
