import type { Outputs } from '../../trpc';
import { CopyAsCode } from '../../ui/code/copy-as-code';
import { useOperations } from '../../ui/code/operations';

export type RequestRow = Outputs['request_logs']['list']['data'][number];

/** The log keeps neither query nor body of a request, so the code is the call without them. */
export function RequestAsCode({ of }: { of: RequestRow }) {
  const operation = useOperations()?.[of.operation_id];
  if (!operation) return null;
  return <CopyAsCode operation={of.operation_id} input={pathParameters(operation.path, of.path)} />;
}

/** Values of the path parameters, such as `{key_id}`. */
export function pathParameters(template: string, path: string): Record<string, string> {
  const wanted = template.split('/');
  const given = path.replace(/^\/api\/v1/, '').split('/');
  return Object.fromEntries(
    wanted.flatMap((part, index) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      const value = given[index];
      return name && value ? [[name, decoded(value)]] : [];
    }),
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a stranger’s path may be no valid encoding
  }
}
