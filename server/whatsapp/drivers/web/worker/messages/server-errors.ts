/** Status of an error that the library made itself, such as 408 for a timeout. */
export function statusCodeOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('output' in error)) return undefined;
  const { output } = error;
  if (typeof output !== 'object' || output === null || !('statusCode' in output)) return undefined;
  return typeof output.statusCode === 'number' ? output.statusCode : undefined;
}

/** Code of an error that the server answered to a query. */
export const serverCodeOf = (error: unknown): number | undefined =>
  error instanceof Error && 'data' in error && typeof error.data === 'number' ? error.data : undefined;

/** Errors of the operating system have a code, such as `ECONNRESET`. */
export const isSocketError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';
