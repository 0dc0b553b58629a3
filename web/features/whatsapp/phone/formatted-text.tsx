import type { ReactNode } from 'react';

import { parseFormatting, type Piece } from './parse-formatting';

/** A text as WhatsApp shows it. Only elements that stand here are made of it. */
export const FormattedText = ({ text }: { text: string }): ReactNode => shown(parseFormatting(text));

const shown = (pieces: readonly Piece[]): ReactNode =>
  // oxlint-disable-next-line react/no-array-index-key -- pieces of a text have no other name than their place
  pieces.map((piece, index) => <Part key={index} of={piece} />);

function Part({ of }: { of: Piece }): ReactNode {
  if (typeof of === 'string') return of;
  switch (of.tag) {
    case 'strong':
      return <strong>{shown(of.of)}</strong>;
    case 'em':
      return <em>{shown(of.of)}</em>;
    case 's':
      return <s>{shown(of.of)}</s>;
    case 'code':
      return <code>{of.text}</code>;
    case 'pre':
      return <code className="bubble-code">{of.text}</code>;
    case 'a':
      return (
        <a href={of.text} target="_blank" rel="noopener noreferrer nofollow">
          {of.text}
        </a>
      );
    default:
      return of satisfies never;
  }
}
