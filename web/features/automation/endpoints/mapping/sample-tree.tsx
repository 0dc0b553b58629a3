import { IconPlus } from '@tabler/icons-react';

import type { JsonValue } from '../../../../../shared/automation/json';
import { shortValue, pathOf } from '../../conditions/paths';
import { t } from './texts';

/** Items of an array that are shown: their shape repeats. */
const MAX_ITEMS = 10;
const MAX_KEYS = 200;

interface SampleTreeProps {
  root: string;
  value: JsonValue;
  onPick: (path: string) => void;
}

export function SampleTree({ root, value, onPick }: SampleTreeProps) {
  return (
    <div className="endpoint-tree mono">
      <ul aria-label={t('valuesOf', { root })}>
        <Node name={root} root={root} keys={[]} value={value} onPick={onPick} />
      </ul>
    </div>
  );
}

interface NodeProps extends SampleTreeProps {
  name: string;
  keys: readonly (string | number)[];
}

function Node({ name, root, keys, value, onPick }: NodeProps) {
  const path = pathOf(root, keys);
  if (typeof value !== 'object' || value === null) {
    return (
      <li>
        <button type="button" className="bare endpoint-leaf" title={t('insert', { path })} onClick={() => onPick(path)}>
          <IconPlus size={11} aria-hidden />
          <span>{name}:</span>
          <span className="dimmed truncate">{shortValue(value)}</span>
        </button>
      </li>
    );
  }
  const entries: [string | number, JsonValue][] = Array.isArray(value)
    ? value.slice(0, MAX_ITEMS).map((item, at) => [at, item])
    : Object.entries(value).slice(0, MAX_KEYS);
  const hidden = (Array.isArray(value) ? value.length : Object.keys(value).length) - entries.length;
  return (
    <li>
      <details open={root === 'body' && keys.length < 2}>
        <summary>
          {name} <span className="dimmed">{Array.isArray(value) ? `[${value.length}]` : ''}</span>
        </summary>
        <ul>
          {entries.map(([key, item]) => (
            <Node key={key} name={String(key)} root={root} keys={[...keys, key]} value={item} onPick={onPick} />
          ))}
          {hidden > 0 && <li className="dimmed">{t('more', { count: hidden })}</li>}
        </ul>
      </details>
    </li>
  );
}
