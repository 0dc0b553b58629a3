const MAX_LETTERS = 500;

/** Advice in a receiver’s response, as n8n sends it for an inactive workflow: `{"message": "…", "hint": "…"}`. */
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
