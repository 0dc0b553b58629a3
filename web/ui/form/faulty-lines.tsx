import type { RefObject } from 'react';

import { t } from './texts';

import './faulty-lines.css';

interface FaultyLine {
  /** From 1. */
  line: number;
  text: string;
}

interface FaultyLinesProps {
  lines: readonly FaultyLine[];
  area: RefObject<HTMLTextAreaElement | null>;
}

const SHOWN = 3;
const MAX_LENGTH = 60;

/** A pasted list is one field, however long: what is wrong with one of its lines leads to it. */
export function FaultyLines({ lines, area }: FaultyLinesProps) {
  return (
    <ul className="faulty-lines">
      {lines.slice(0, SHOWN).map((one) => (
        <li key={`${one.line} ${one.text}`}>
          <button type="button" className="bare" onClick={() => area.current && selectLine(area.current, one)}>
            {t.rich('faultyLine', {
              number: one.line,
              text: one.text.slice(0, MAX_LENGTH),
              code: (part) => <span className="mono">{part}</span>,
            })}
          </button>
        </li>
      ))}
      {lines.length > SHOWN && <li className="dimmed">{t('otherLines', { count: lines.length - SHOWN })}</li>}
    </ul>
  );
}

/** Selects the text where its line has it, and otherwise the whole line. */
function selectLine(area: HTMLTextAreaElement, { line, text }: FaultyLine): void {
  const lines = area.value.split('\n');
  const whole = lines[line - 1] ?? '';
  const before = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0);
  const at = whole.indexOf(text);
  const start = before + Math.max(at, 0);
  area.focus();
  area.setSelectionRange(start, start + (at < 0 ? whole : text).length);
  area.scrollTop = (area.scrollHeight * (line - 1)) / lines.length;
}
