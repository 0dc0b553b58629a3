import { schemaResolver, type FormErrors } from '@mantine/form';

import { issueText } from '../../i18n/labels';

/** The `validate` of a form by a schema, in the person’s language. */
export function schemaCheck(schema: Parameters<typeof schemaResolver>[0]) {
  const check = schemaResolver(schema, { sync: true });
  return (values: Record<string, unknown>): FormErrors =>
    Object.fromEntries(
      Object.entries(check(values)).map(([field, message]) => [
        field,
        typeof message === 'string' ? issueText(message) : message,
      ]),
    );
}
