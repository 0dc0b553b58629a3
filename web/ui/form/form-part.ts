import type { UseFormReturnType } from '@mantine/form';

/** A part of a form, by its path, so that its fields can be used in several forms. */
export interface FormPart<Value> {
  value: Value;
  props: (name: string, type?: 'checkbox') => object;
  set: (name: string, value: unknown) => void;
  clearError: (name: string) => void;
  insert: (name: string, item: unknown) => void;
  remove: (name: string, index: number) => void;
}

/** The fields below a path. `more` is laid over the props of each. */
export function formPart<Values extends object, Value>(
  form: UseFormReturnType<Values>,
  path: string,
  value: Value,
  more?: (name: string) => object,
): FormPart<Value> {
  const at = (name: string) => (name === '' ? path : `${path}.${name}`);
  return {
    value,
    props: (name, type) => ({
      ...(form.getInputProps(at(name), type === undefined ? {} : { type }) as object),
      ...more?.(at(name)),
    }),
    set: (name, next) => form.setFieldValue(at(name), next as never),
    clearError: (name) => form.clearFieldError(at(name)),
    insert: (name, item) => form.insertListItem(at(name), item as never),
    remove: (name, index) => form.removeListItem(at(name), index),
  };
}

export const partWithin = <Value>(part: FormPart<unknown>, path: string, value: Value): FormPart<Value> => ({
  value,
  props: (name, type) => part.props(`${path}.${name}`, type),
  set: (name, next) => part.set(`${path}.${name}`, next),
  clearError: (name) => part.clearError(`${path}.${name}`),
  insert: (name, item) => part.insert(`${path}.${name}`, item),
  remove: (name, index) => part.remove(`${path}.${name}`, index),
});
