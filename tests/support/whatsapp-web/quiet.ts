/** libsignal prints whole sessions, with their private keys, through `console`. */
const SIGNAL_LINES =
  /^(?:Closing session:|Opening session:|Removing old closed session:|Session already (?:closed|open)|Migrating session to:|Closing open session|Decrypted message with closed session|Failed to decrypt message|Session error:)/;

for (const level of ['info', 'warn', 'error', 'log'] as const) {
  const print = globalThis.console[level].bind(globalThis.console);
  globalThis.console[level] = (...values: unknown[]) => {
    if (typeof values[0] === 'string' && SIGNAL_LINES.test(values[0])) return;
    print(...values);
  };
}
