import { IconSearch } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';

import { Dialog } from '../dialog/dialog';
import { useCommands, type Command } from './commands';
import { setPalette } from './open';
import { useSearchResults } from './search-results';
import { t } from './texts';

import './palette.css';

const close = () => setPalette(false);

function show(item: Element | null): void {
  item?.scrollIntoView({ block: 'nearest' });
}

export function Palette() {
  const [typed, setTyped] = useState('');
  const { ws } = useParams({ strict: false });
  const commands = useCommands(typed);
  const state = { typed, onType: setTyped, commands };
  return ws === undefined ? <List {...state} /> : <ListWithObjects {...state} />;
}

interface ListProps {
  typed: string;
  onType: (text: string) => void;
  commands: Command[];
  isSearching?: boolean;
}

/** Loaded results come last, so that the entries above do not move. */
function ListWithObjects({ commands, ...state }: ListProps) {
  const found = useSearchResults(state.typed);
  return <List {...state} commands={[...commands, ...found.commands]} isSearching={found.isSearching} />;
}

function List({ typed, onType, commands, isSearching = false }: ListProps) {
  const [at, setAt] = useState(0);
  const id = useId();
  const current = Math.min(at, commands.length - 1);
  const run = (index: number) => {
    close();
    commands[index]?.run();
  };
  const onKey = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((current + step + commands.length) % Math.max(commands.length, 1));
    }
    if (event.key === 'Enter' && commands.length > 0) {
      event.preventDefault();
      run(current);
    }
  };

  return (
    <Dialog label={t('label')} onClose={close} size={560} bare>
      <div className="palette-input">
        <IconSearch size={17} stroke={1.6} aria-hidden />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={commands[current] ? `${id}-${current}` : undefined}
          aria-label={t('placeholder')}
          placeholder={t('placeholder')}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            onType(event.currentTarget.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <kbd className="key-cap">Esc</kbd>
      </div>
      <ul className="palette-list" id={id} role="listbox" aria-label={t('commands')}>
        {commands.map(({ group, label, icon: Icon, hint }, index) => (
          <li key={`${group} ${label} ${String(index)}`} role="presentation">
            {commands[index - 1]?.group !== group && <div className="palette-group">{group}</div>}
            <div
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              className="palette-item"
              ref={index === current ? show : null}
              onPointerMove={() => setAt(index)}
              onClick={() => run(index)}
            >
              <Icon size={16} stroke={1.6} aria-hidden />
              <span className="truncate">{label}</span>
              {hint && <span className="hint mono">{hint}</span>}
            </div>
          </li>
        ))}
      </ul>
      <div className="palette-state" role="status">
        {isSearching ? t('searching') : commands.length === 0 ? t('nothing') : ''}
      </div>
    </Dialog>
  );
}
