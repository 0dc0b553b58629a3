import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

import type { PublicationDraft } from './draft';

export type PublicationForm = UseFormReturnType<PublicationDraft>;

/** The form, and what the server said of it while it was typed, by the names of its fields. */
export interface Composing {
  form: PublicationForm;
  issues: Readonly<Record<string, string>>;
}

/** What is wrong with a field: as it was sent, else as it is now. */
export const faultAt = ({ form, issues }: Composing, name: string): ReactNode => form.errors[name] ?? issues[name];

/** Of a field of the kit. */
export const propsOf = (composing: Composing, name: string, type?: 'checkbox'): object => ({
  ...(composing.form.getInputProps(name, type === undefined ? {} : { type }) as object),
  error: faultAt(composing, name),
});
