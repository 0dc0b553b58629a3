import { Fragment } from 'react';

const MAX_SHOWN = 160;
const OUTPUT = /(\{\{.*?\}\})/s;

/** A template as people read it: the values that are filled in stand out from the text. */
export function TemplateText({ of, max = MAX_SHOWN }: { of: string; max?: number }) {
  const text = of.trim().replaceAll(/\s+/g, ' ');
  const shown = text.length > max ? `${text.slice(0, max)}…` : text;
  return (
    <span className="rule-text" title={shown === text ? undefined : of}>
      {shown.split(OUTPUT).map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts never change their places
        <Fragment key={at}>{at % 2 === 1 ? <code>{part.slice(2, -2).trim()}</code> : part}</Fragment>
      ))}
    </span>
  );
}
