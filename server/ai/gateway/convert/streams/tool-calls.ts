import { type ConvertedCall, callId } from '../answers/call';
import { argumentsOf } from '../answers/read-chat';
import { itemsOf, membersOf, stringOf } from '../fields';

export interface ToolCallDelta {
  /** Of the call among the calls of the answer. */
  position: number;
  id: string;
  name: string;
  isNew: boolean;
  arguments: string;
}

interface KnownCall {
  index: unknown;
  id: string;
  position: number;
}

/**
 * Says which call each delta belongs to. Servers differ: some leave `index` or `id` out, some repeat the id in every
 * delta, and some give all calls the index 0.
 */
export function createToolCallReader(call: ConvertedCall): (entries: unknown) => ToolCallDelta[] {
  const calls: KnownCall[] = [];
  return (entries) =>
    itemsOf(entries).map((entry) => {
      const { index, id, function: called } = membersOf(entry);
      const { name, arguments: text } = membersOf(called);
      const known = findCall(calls, index, stringOf(id), stringOf(name));
      const position = known?.position ?? calls.length;
      const current = known ?? { index, id: stringOf(id) || callId('call', call, position), position };
      if (known === undefined) calls.push(current);
      return {
        position,
        id: current.id,
        name: stringOf(name),
        isNew: known === undefined,
        arguments: argumentsOf(text),
      };
    });
}

function findCall(calls: readonly KnownCall[], index: unknown, id: string, name: string): KnownCall | undefined {
  const startsAnother = id !== '' && name !== '' && !calls.some((call) => call.id === id);
  if (typeof index === 'number') {
    const same = calls.findLast((call) => call.index === index);
    return startsAnother ? undefined : same;
  }
  if (id !== '') return calls.find((call) => call.id === id);
  return name === '' ? calls.at(-1) : undefined;
}
