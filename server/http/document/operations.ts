import type { Operation } from '../rest/operation';

/** What the console needs to print an operation as code and to show what a scope opens. */
export interface OperationSummary {
  procedure: string;
  method: string;
  /** Below `/api/v1`. */
  path: string;
  surface: string;
  tag: string;
  summary: string;
  /** Where each input stands; whatever is not named stands in the body. */
  inputs: Record<string, 'path' | 'query' | 'body'>;
  scopes: string[];
  /** Takes an Idempotency-Key. */
  idempotent: boolean;
  writes: boolean;
  /** Answers without a body. */
  empty?: boolean;
}

/** Every operation by its id, from the compiled procedures. */
export function summarise(operations: readonly Operation[]): Record<string, OperationSummary> {
  return Object.fromEntries(
    operations.map((operation) => {
      const { access, meta, takesBody, pathParameters, inputSchema } = operation;
      const names = [...pathParameters, ...Object.keys((inputSchema['properties'] as object | undefined) ?? {})];
      const placeOf = (name: string) => (pathParameters.includes(name) ? 'path' : takesBody ? 'body' : 'query');
      const summary: OperationSummary = {
        procedure: operation.procedure,
        method: operation.method,
        path: operation.path,
        surface: operation.surface,
        tag: meta.openapi?.tags?.[0] ?? '',
        summary: meta.openapi?.summary ?? '',
        inputs: Object.fromEntries(names.map((name) => [name, placeOf(name)])),
        scopes: access.type === 'scope' ? [access.scope] : [],
        idempotent: operation.idempotency !== 'none',
        writes: operation.method !== 'GET',
        ...(operation.status === 204 ? { empty: true } : {}),
      };
      return [operation.id, summary];
    }),
  );
}
