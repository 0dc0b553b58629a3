import { Fragment } from 'react';

/** Breaks at dots and underscores before it breaks within a part. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[./_])/).map((part, index) => (
    // Parts have no other name than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
