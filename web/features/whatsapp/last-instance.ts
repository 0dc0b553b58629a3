const STORED = 'sb_whatsapp_instance';

/** The instance that was looked at last, in any workspace. */
export function lastInstance(): string | undefined {
  try {
    return localStorage.getItem(STORED) ?? undefined;
  } catch {
    return undefined; // the browser forbids storage
  }
}

export function rememberInstance(id: string): void {
  try {
    localStorage.setItem(STORED, id);
  } catch {
    // The browser forbids storage: the first connected instance is opened next time.
  }
}
