import { bodyOf, readAnswer } from './conformance';
import type { Document } from './document';
import { oneDraft } from './gates';
import { type Call, type Operation, baseUrlOf, buildRequest } from './operations';

interface ScopeMatrix {
  document: Document;
  call: Call;
  scopes: readonly string[];
  /** A key of one workspace with that scope and no other. */
  keyWith: (scope: string) => Promise<string>;
  /** The scope and those it includes: `links:write` → `links:read`, `links:create`. */
  expand: (scope: string) => readonly string[];
  /** Whether a holder may use an operation; by default if it holds any of the required scopes. */
  permits?: (required: string[], held: ReadonlySet<string>) => boolean;
  baseUrl?: string | undefined;
  ids?: Record<string, string[]>;
}

const anyOf = (required: string[], held: ReadonlySet<string>) => required.some((scope) => held.has(scope));

/** Each operation × each scope: 403 exactly where no declared scope is held. */
export async function scopeMatrix(matrix: ScopeMatrix, operations: Operation[]): Promise<string[]> {
  const permits = matrix.permits ?? anyOf;
  const guarded = operations.filter((operation) => operation.needsKey);
  const requests = guarded.map((operation) => ({ operation, draft: probe(matrix, operation) }));
  const complaints: string[] = [];

  for (const scope of matrix.scopes) {
    const key = await matrix.keyWith(scope);
    const held = new Set([scope, ...matrix.expand(scope)]);
    for (const { operation, draft } of requests) {
      const request = buildRequest(operation, draft, { baseUrl: matrix.baseUrl ?? baseUrlOf(matrix.document), key });
      const answer = await readAnswer(await matrix.call(request));
      const expected = operation.requiredScopes.length === 0 || permits(operation.requiredScopes, held);
      const wrong = scopeMismatch(expected, answer.status, bodyOf(answer));
      if (wrong) complaints.push(`${operation.operationId} with ${scope}: ${wrong}`);
    }
  }
  return complaints;
}

/** Scopes are checked before input: an unknown parameter stops an allowed caller before anything is changed. */
function probe(matrix: ScopeMatrix, operation: Operation) {
  const draft = oneDraft(matrix, operation);
  if (operation.method === 'GET') return draft;
  const stopper: [string, string] = ['scope_matrix_probe', '1'];
  return { ...draft, query: [...draft.query, stopper] };
}

function scopeMismatch(expected: boolean, status: number, body: unknown): string | undefined {
  const code = (body as { code?: unknown } | undefined)?.code;
  if (status === 401 || status === 429 || status >= 500) return `${status}, which says nothing of scopes`;
  if (!expected && status !== 403) return `${status}, though no declared scope is held`;
  if (!expected && code !== undefined && code !== 'insufficient_scope')
    return `403 ${JSON.stringify(code)}, not insufficient_scope`;
  if (expected && status === 403) return '403, though a declared scope is held';
  return undefined;
}
