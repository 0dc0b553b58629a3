import type { ReactNode } from 'react';

import type { FieldOption } from './field-options';

import './conditions.css';

/** A field of a list: its path, and its value in the sample. */
export const showField = ({ path, shown }: FieldOption): ReactNode => (
  <span className="condition-option">
    <span className="mono truncate">{path}</span>
    <span className="dimmed truncate">{shown}</span>
  </span>
);
