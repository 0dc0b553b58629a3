const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
const MAX_LINE = 120;

/** libsignal prints whole sessions with their private keys: “Closing session:”, then the session. */
const SESSION_LINE =
  /^(?:closing|opening|removing|migrating|decrypted|failed to decrypt|session|v1 session|warning: expected pubkey)/i;

/** Call it before the library is loaded. Other first texts are reported by their start, objects never. */
export function quietConsole(report: (line: string) => void): void {
  const write = (first: unknown): void => {
    if (typeof first === 'string' && !SESSION_LINE.test(first)) report(first.slice(0, MAX_LINE));
  };
  Object.assign(globalThis.console, Object.fromEntries(METHODS.map((method) => [method, write])));
}
