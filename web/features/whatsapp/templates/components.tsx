import type { Template } from './labels';
import { t } from './texts';

import './templates.css';

type Component = Template['components'][number];

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export function Components({ of }: { of: readonly Component[] }) {
  return (
    <div className="wa-template">
      {of.map((component, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- parts have no name, and stay in their order
        <Part key={index} of={component} />
      ))}
    </div>
  );
}

function Part({ of }: { of: Component }) {
  const type = textOf(of['type'])?.toLowerCase();
  const text = textOf(of['text']);
  if (type === 'buttons') return <Buttons of={Array.isArray(of['buttons']) ? (of['buttons'] as unknown[]) : []} />;
  if (type === 'header') {
    return text === undefined ? (
      <div className="wa-template-file">{textOf(of['format'])?.toLowerCase() ?? t('header')}</div>
    ) : (
      <strong>
        <Variables text={text} />
      </strong>
    );
  }
  if (text === undefined) return <div className="dimmed wa-small">{type ?? t('unknownPart')}</div>;
  return (
    <div className={type === 'footer' ? 'dimmed wa-small' : 'wa-template-text'}>
      <Variables text={text} />
    </div>
  );
}

function Buttons({ of }: { of: readonly unknown[] }) {
  const labels = of.map((button) =>
    typeof button === 'object' && button !== null && 'text' in button ? textOf(button.text) : undefined,
  );
  return (
    <ul className="wa-template-buttons" aria-label={t('buttons')}>
      {labels.map((label, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- two buttons may say the same
        <li key={index}>{label ?? t('button')}</li>
      ))}
    </ul>
  );
}

const VARIABLE = /(\{\{[^{}]*\}\})/;

function Variables({ text }: { text: string }) {
  return text.split(VARIABLE).map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- pieces of one text, in their order
      <mark key={index} className="wa-template-variable mono">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}
