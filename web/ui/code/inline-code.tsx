import { Fragment } from 'react';

/** A sentence of the server: names and commands in backticks become code. */
export const InlineCode = ({ text }: { text: string }) =>
  text
    .split('`')
    // oxlint-disable-next-line react/no-array-index-key -- the parts never change their places
    .map((part, index) => <Fragment key={index}>{index % 2 === 1 ? <code>{part}</code> : part}</Fragment>);

/** The commands in such a sentence: code with a space in it. */
export const commandsIn = (text: string): string[] =>
  text.split('`').filter((part, index) => index % 2 === 1 && part.includes(' '));
