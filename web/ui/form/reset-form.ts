import type { UseFormReturnType } from '@mantine/form';

import { differing } from './differing';

/** Resets a form to new values. Fields that were edited since `sent` keep what was typed. */
export function resetForm<Values extends object>(form: UseFormReturnType<Values>, values: Values, sent?: Values): void {
  const typed = sent && differing(sent, form.getValues());
  form.setInitialValues(values);
  form.reset();
  if (typed) form.setValues(typed);
}
