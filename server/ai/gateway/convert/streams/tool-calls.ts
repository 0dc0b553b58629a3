import { asObject, asList } from '../../../../json-object';
import { type ConvertedCall, callId } from '../answers/call';
import { argumentsOf } from '../answers/read-chat';
import { stringOf } from '../fields';

export interface ToolCallDelta {
  /** Among the calls of the answer. */
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

/** Servers leave out `index` or `id`, repeat the id in every delta, or give all calls the index 0. */
export function createToolCallReader(call: ConvertedCall): (entries: unknown) => ToolCallDelta[] {
  const calls: KnownCall[] = [];
  return (entries) =>
    asList(entries).map((entry) => {
      const { index, id, function: called } = asObject(entry);
      const { name, arguments: text } = asObject(called);
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
