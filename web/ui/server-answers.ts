const WAITS_S = [3, 5, 10, 20, 30] as const;

/** Seconds before the next try; the last value repeats. */
export const waitBefore = (tries: number): number => WAITS_S[Math.min(tries, WAITS_S.length - 1)] ?? 0;

/** Whether the server, and no proxy in its place, answers anything at all. */
export async function serverAnswers(): Promise<boolean> {
  try {
    const { status } = await fetch('/healthz', { cache: 'no-store' });
    return status < 502 || status > 504;
  } catch {
    return false;
  }
}

export async function untilServerAnswers(): Promise<void> {
  for (let tries = 0; !(await serverAnswers()); tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, waitBefore(tries) * 1000));
  }
}
