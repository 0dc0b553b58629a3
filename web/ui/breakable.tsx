import { Fragment } from 'react';

/** A path, or a name of parts with dots or underscores, which breaks between its parts before it breaks within one. */
export const Breakable = ({ text }: { text: string }) =>
  text.split(/(?<=[./_])/).map((part, index) => (
    // Parts have no other name than their place.
    // oxlint-disable-next-line react/no-array-index-key
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
