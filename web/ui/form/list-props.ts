import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';

export interface ListProps {
  value: string[];
  error: ReactNode;
  errorOf: (entry: string) => ReactNode;
  onChange: (next: string[]) => void;
}

/** What a `ListField` needs of a form; an error of one entry stands in the form as `name.entry`. */
export function listProps<Values extends object>(form: UseFormReturnType<Values>, name: string): ListProps {
  const field = form.getInputProps(name) as Pick<ListProps, 'value' | 'error' | 'onChange'>;
  const errorOf = (entry: string) => form.errors[`${name}.${entry}`];
  return {
    ...field,
    errorOf,
    onChange: (next) => {
      for (const entry of field.value) if (!next.includes(entry)) form.clearFieldError(`${name}.${entry}`);
      field.onChange(next);
      // The change cleared it, yet another entry is still refused.
      if (next.some(errorOf)) form.setFieldError(name, field.error);
    },
  };
}
