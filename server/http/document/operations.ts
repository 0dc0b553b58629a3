import type { Operation } from '../rest/operation';
import { tagOf } from './tags';

export interface OperationSummary {
  procedure: string;
  method: string;
  path: string;
  surface: string;
  tag: string;
  summary: string;
  /** Inputs that are not listed are in the body. */
  inputs: Record<string, 'path' | 'query' | 'body'>;
  scopes: string[];
  writes: boolean;
  empty?: boolean;
}

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
        tag: tagOf(operation.procedure).name,
        summary: meta.openapi?.summary ?? '',
        inputs: Object.fromEntries(names.map((name) => [name, placeOf(name)])),
        scopes: access.type === 'scope' ? [access.scope] : [],
        writes: operation.method !== 'GET',
        ...(operation.status === 204 ? { empty: true } : {}),
      };
      return [operation.id, summary];
    }),
  );
}
