import { LIMITS } from '../../../../shared/limits';
import { jsonDepth } from '../../../json-depth';
import { Refused } from '../refusal';

export function parseBoundedJson(text: string): unknown {
  if (jsonDepth(text) > LIMITS.jsonDepth) {
    throw new Refused('unparsable_body', { message: `The body is nested more than ${LIMITS.jsonDepth} levels deep.` });
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Refused('unparsable_body', {
      message: `The body is not JSON: ${error instanceof Error ? error.message : 'it cannot be read'}`.slice(0, 300),
    });
  }
}

/** JSON inside text or a field; undefined unless it is an object or array. */
export function jsonInside(text: string): unknown {
  const start = text.trimStart().charAt(0);
  if ((start !== '{' && start !== '[') || jsonDepth(text) > LIMITS.jsonDepth) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
