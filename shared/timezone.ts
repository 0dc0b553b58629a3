/** Creating a formatter to check a zone is slow. */
const known = new Set<string>();
/** There are a few hundred zones with several spellings each. */
const MAX_KNOWN = 2000;

export function isTimezone(name: string): boolean {
  if (known.has(name)) return true;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
    if (known.size < MAX_KNOWN) known.add(name);
    return timeZone !== '';
  } catch {
    return false;
  }
}
