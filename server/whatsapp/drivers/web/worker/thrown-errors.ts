/** Failures of the library itself have a code as of HTTP. */
export function statusCodeOf(error: unknown): number | undefined {
  const output = typeof error === 'object' && error !== null && 'output' in error ? error.output : undefined;
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return undefined;
  return typeof output.statusCode === 'number' ? output.statusCode : undefined;
}

export const answeredCodeOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'data' in error && typeof error.data === 'number'
    ? error.data
    : undefined;

/** Name and position of an error. Its message may quote what someone sent, or a key. */
export function errorFields(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { error: typeof error };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { error: error.name, ...code, at: frames.slice(0, 4).map((line) => line.trim()) };
}
