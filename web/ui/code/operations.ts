import { queryOptions, useQuery } from '@tanstack/react-query';

import type { OperationSummary } from '../../../server/http/document/operations';
import type { SampleCall } from '../../../shared/samples';

export interface CodeCall {
  /** The operation ID, such as `keys_create`. */
  operation: string;
  input: Record<string, unknown> | (() => Record<string, unknown>);
  /** Tells it from the other calls of the page, such as `Create`. */
  label?: string;
  /** The card that it stands in, which tells it from the same call in another one. */
  card?: string;
}

export type Operations = Record<string, OperationSummary>;
export type { OperationSummary };

const operationsQuery = queryOptions({
  queryKey: ['operations'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async (): Promise<Operations> => {
    const response = await fetch('/user/api/operations.json');
    if (!response.ok) throw new Error(`operations.json: ${response.status}`);
    return (await response.json()) as Operations;
  },
});

export const useOperations = (): Operations | undefined => useQuery(operationsQuery).data;

export function callOf(operation: OperationSummary, input: Record<string, unknown>): SampleCall {
  const given = Object.entries(input).filter(([, value]) => value !== undefined);
  const at = (location: string) => given.filter(([name]) => (operation.inputs[name] ?? 'body') === location);
  const path = at('path').reduce(
    (text, [name, value]) => text.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
  const query = Object.fromEntries(at('query'));
  const body = Object.fromEntries(at('body'));
  return {
    method: operation.method,
    path,
    ...(Object.keys(query).length > 0 ? { query } : {}),
    ...(operation.writes && Object.keys(body).length > 0 ? { body } : {}),
    ...(operation.empty ? { empty: true } : {}),
  };
}
