import type { JsonValue } from '../../../shared/automation/json';
import type { ConditionSet, ConditionResult, RenderOptions, Rendered, TemplateContext } from './types';

/** JSON crosses to a Worker faster than objects. */
interface RenderWork {
  tree: JsonValue;
  options: RenderOptions;
  context: string;
}
interface ConditionWork {
  sets: readonly ConditionSet[];
  context: string;
}

export type RenderJob = RenderWork | ConditionWork;
export type DoneOf<W extends RenderJob> = W extends RenderWork ? Rendered : ConditionResult[];
export type RenderResult = Rendered | ConditionResult[];

/** The Worker writes its progress to shared memory: the part that it renders, and when the job began. */
export const PROGRESS = { part: 0, beganAtMs: 1, length: 2 };
/** In place of the processor time of the Worker at which the job began. */
export const NOT_BEGUN = -1;

export type ToWorker = { progress: SharedArrayBuffer } | { work: RenderJob };
/** `crashed` is an error of this program, not of the template. */
export type FromWorker = { ready: true; thread: string | null } | { done: RenderResult } | { crashed: string };

/** Several templates share a root, such as the body of a split request. */
const known = new WeakMap<object, string>();

/** Object roots are serialised once, so they must not change. */
export function contextJson(context: TemplateContext): string {
  const members = Object.entries(context).flatMap(([name, value]) => {
    const json = rootJson(value);
    return json === undefined ? [] : `${JSON.stringify(name)}:${json}`;
  });
  return `{${members.join(',')}}`;
}

function rootJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  let json = known.get(value);
  if (json === undefined) known.set(value, (json = JSON.stringify(value)));
  return json;
}
