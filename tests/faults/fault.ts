import { readFileSync } from 'node:fs';

/** Throws where the file at FAULT_FILE names the layer, in words that no caller may read. */
export function fault(layer: string): void {
  if (readFileSync(process.env['FAULT_FILE'] ?? '', 'utf8') !== layer) return;
  const error = new Error(
    `SELECT hash FROM api_key_secrets failed (${layer}) in /usr/lib/switchboard/server/db/scoped.ts:73`,
  );
  throw Object.assign(error, {
    code: 'SQLITE_ERROR',
    response: error.stack,
    cause: new Error(`no such column (${layer})`),
  });
}
