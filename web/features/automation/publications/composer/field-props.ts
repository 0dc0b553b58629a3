import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

import type { PublicationDraft } from './draft';

export type PublicationForm = UseFormReturnType<PublicationDraft>;

/** The form, and the server’s issues with the current draft by field name. */
export interface ComposerForm {
  form: PublicationForm;
  issues: Readonly<Record<string, string>>;
}

/** The error of a field: of the last submit, else of the current draft. */
export const faultAt = ({ form, issues }: ComposerForm, name: string): ReactNode => form.errors[name] ?? issues[name];

export const propsOf = (composing: ComposerForm, name: string, type?: 'checkbox'): object => ({
  ...(composing.form.getInputProps(name, type === undefined ? {} : { type }) as object),
  error: faultAt(composing, name),
});
