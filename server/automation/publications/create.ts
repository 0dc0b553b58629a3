import type { Publication } from '../../../shared/automation/publication';
import type { PublicationInput } from '../../../shared/automation/publication-inputs';
import { ID_PREFIXES, newId } from '../../../shared/ids';
import { LIMITS } from '../../../shared/limits';
import type { ScopedDb } from '../../db/scoped';
import { ApiError } from '../../errors';
import { emit, type NewEvent } from '../../events/emit';
import type { AutomationCall } from '../context';
import { type AutomationContext, fromRequest } from '../context';
import { type Composed, compose, type PreparedPublication } from './compose/compose';
import { normalInput } from './compose/normal-input';
import { insertComposed } from './insert';
import { presentPublication } from './present';

export type { PreparedPublication } from './compose/compose';
export { previewPublication } from './compose/preview';

/** Throws 400 and 422 with all issues at once. Call it outside transactions. */
export async function preparePublication(
  ctx: AutomationContext,
  input: PublicationInput,
): Promise<PreparedPublication> {
  const id = newId(ID_PREFIXES.publication);
  return requireSound(await compose(ctx, normalInput(input), { id, links: [], keepsSchedule: false }));
}

/** The caller emits the events. Throws 409 for a probable duplicate, 422 without a free slot, 429 above limits. */
export async function writePublication(
  ctx: AutomationContext,
  tx: ScopedDb,
  prepared: PreparedPublication,
): Promise<{ publication: Publication; events: NewEvent[] }> {
  const { row, events } = await insertComposed(ctx, tx, prepared);
  return { publication: presentPublication(row), events };
}

export async function createPublication(ctx: AutomationCall, input: PublicationInput): Promise<Publication> {
  const automation = fromRequest(ctx);
  const prepared = await preparePublication(automation, input);
  return ctx.db.transaction(async (tx) => {
    const { publication, events } = await writePublication(automation, tx, prepared);
    await emit(ctx, tx, events);
    return publication;
  });
}

/** Throws 400 for faults, otherwise 422 for issues. */
export function requireSound({ faults, issues, ...prepared }: Composed): PreparedPublication {
  const wrong = faults.length > 0 ? faults : issues;
  const [first] = wrong;
  if (first === undefined) return prepared;
  const code =
    faults.length > 0
      ? 'validation_failed'
      : issues.every((issue) => issue.code === 'related_not_found')
        ? 'related_not_found'
        : 'unprocessable';
  const errors = wrong.slice(0, LIMITS.issuesPerProblem).map((issue) => ({ in: 'body' as const, ...issue }));
  throw new ApiError(code, { detail: first.message, errors });
}
