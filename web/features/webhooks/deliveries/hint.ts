const MAX_LETTERS = 500;

/** What a receiver says to do, as n8n does where no workflow listens: `{"message": "…", "hint": "…"}`. */
export function hintIn(body: string): string | undefined {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null || !('hint' in answer)) return undefined;
    const { hint } = answer;
    return typeof hint === 'string' && hint !== '' ? hint.slice(0, MAX_LETTERS) : undefined;
  } catch {
    return undefined;
  }
}
