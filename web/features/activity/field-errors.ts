export interface FieldError {
  field: string;
  message: string;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/** The errors of each field of a refused request, from the body of its answer; empty without any. */
export function fieldErrorsOf(body: string | null): FieldError[] {
  let answer: unknown;
  try {
    answer = JSON.parse(body ?? '');
  } catch {
    return []; // none was kept, or it was cut
  }
  const errors = (answer as { errors?: unknown } | null)?.errors;
  if (!Array.isArray(errors)) return [];
  return errors.flatMap((error: unknown) => {
    const { pointer, message } = (error ?? {}) as Record<string, unknown>;
    return isText(message) ? [{ field: isText(pointer) ? nameOf(pointer) : '', message }] : [];
  });
}

/** `scopes.0` of the JSON Pointer `/scopes/0`. */
const nameOf = (pointer: string): string => pointer.replace(/^\//, '').replaceAll('/', '.');
